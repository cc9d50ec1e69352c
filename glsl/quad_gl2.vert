// quad_gl2: quad.vert in the words of OpenGL 2.1, where vertices are not counted: their numbers come in as an attribute.
attribute float _vertex;
varying vec2 _at; // where a texel is in its texture, from 0 to 1
uniform vec4 _rects[2]; // left, bottom, right and top, from -1 to 1

void main() {
    bool second = _vertex > 5.5;
    float corner = second ? _vertex - 6.0 : _vertex;
    vec4 rect = second ? _rects[1] : _rects[0];
    bool right = corner == 1.0 || corner == 2.0 || corner == 4.0;
    bool top = corner == 2.0 || corner == 4.0 || corner == 5.0;
    vec2 place = vec2(right ? rect.z : rect.x, top ? rect.w : rect.y);
    _at = 0.5 * place + 0.5;
    gl_Position = vec4(place, 0.0, 1.0);
}

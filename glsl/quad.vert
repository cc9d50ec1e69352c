// quad: the vertex shader of every pass. It makes one or two rectangles of the render target from the vertex number alone,
// two triangles each: the full-screen quad of the papers, cut to the elements of the stream.
out vec2 _at; // where a texel is in its texture, from 0 to 1
uniform vec4 _rects[2]; // left, bottom, right and top, from -1 to 1

void main() {
    int corner = gl_VertexID % 6;
    vec4 rect = gl_VertexID < 6 ? _rects[0] : _rects[1];
    bool right = corner == 1 || corner == 2 || corner == 4;
    bool top = corner == 2 || corner == 4 || corner == 5;
    vec2 place = vec2(right ? rect.z : rect.x, top ? rect.w : rect.y);
    _at = 0.5 * place + 0.5;
    gl_Position = vec4(place, 0.0, 1.0);
}

// points_gl2: points.vert in the words of OpenGL 2.1, which has no ints: the vertices' numbers come in as an attribute.
attribute float _vertex;
varying vec2 _place; // the middle of the point's own texel, where the places are
varying vec2 _at; // the same, from 0 to 1 over the texture of the places
uniform vec2 _own; // columns and rows of texels of the places
uniform vec4 _target; // how the outputs lie. x: texels a row of the texture; y: elements a row; z: rows of texels; w: elements
uniform float _size; // the columns and rows that a point covers
#ifdef TEXTURE
uniform sampler2D _places;
#else
attribute vec4 _given;
#endif

// i / divisor, rounded down; neither is negative.
float quotient(float i, float divisor) {
    float q = floor(i / divisor);
    float rest = i - q * divisor;
    return rest < 0.0 ? q - 1.0 : rest >= divisor ? q + 1.0 : q;
}

void main() {
    float row = quotient(_vertex, _own.x);
    _place = vec2(_vertex - row * _own.x, row) + 0.5;
    _at = _place / _own;
#ifdef TEXTURE
    vec4 place = texture2DLod(_places, _at, 0.0);
#else
    vec4 place = _given;
#endif
#ifdef COLUMN_ROW
    float rows = quotient(_target.w + _target.y - 1.0, _target.y);
    bool inside = place.x >= 0.0 && place.x < _target.y && place.y >= 0.0 && place.y < rows;
    float index = inside ? floor(place.y) * _target.y + floor(place.x) : 0.0;
#else
    bool inside = place.x >= 0.0 && place.x < _target.w;
    float index = inside ? floor(place.x) : 0.0;
#endif
    float line = quotient(index, _target.x);
    vec2 texel = vec2(index - line * _target.x, line);
    inside = inside && index < _target.w && texel.x + _size <= _target.x && texel.y + _size <= _target.z;
    vec2 middle = (2.0 * texel + _size) / _target.xz - 1.0;
    gl_Position = vec4(inside ? middle : vec2(3.0), 0.0, 1.0);
    gl_PointSize = _size;
}

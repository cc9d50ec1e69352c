// points: the vertex shader of passes that draw points. Vertex i is point i: it is moved to the element of the outputs that the
// stream of places has for it. The fragments of the point compute element i of a stream that lies as the places do.
flat out vec2 _place; // the middle of the point's own texel, where the places are
out vec2 _at; // the same, from 0 to 1 over the texture of the places
uniform ivec2 _own; // columns and rows of texels of the places
uniform ivec4 _target; // how the outputs lie. x: texels a row of the texture; y: elements a row; z: rows of texels; w: elements
uniform int _size; // the columns and rows that a point covers
#ifdef TEXTURE
uniform highp sampler2D _places;
#else
in vec4 _given;
#endif

void main() {
    ivec2 own = ivec2(gl_VertexID % _own.x, gl_VertexID / _own.x);
    _place = vec2(own) + 0.5;
    _at = _place / vec2(_own);
#ifdef TEXTURE
    vec4 place = texelFetch(_places, own, 0);
#else
    vec4 place = _given;
#endif
    // Only whole numbers of elements that there are become ints.
#ifdef COLUMN_ROW
    int rows = (_target.w + _target.y - 1) / _target.y;
    bool inside = place.x >= 0.0 && place.x < float(_target.y) && place.y >= 0.0 && place.y < float(rows);
    int index = inside ? int(place.y) * _target.y + int(place.x) : 0;
#else
    bool inside = place.x >= 0.0 && place.x < 2147483520.0;
    int index = inside ? int(place.x) : 0;
#endif
    ivec2 texel = ivec2(index % _target.x, index / _target.x);
    inside = inside && index < _target.w && texel.x + _size <= _target.x && texel.y + _size <= _target.z;
    vec2 middle = vec2(2 * texel + _size) / vec2(_target.xz) - 1.0;
    gl_Position = vec4(inside ? middle : vec2(3.0), 0.0, 1.0);
    gl_PointSize = float(_size);
}

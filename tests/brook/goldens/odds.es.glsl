// 4 at a time: odds
#version 300 es
// kernel void odds(float x<>, int shift, float4 table[][], out float4 output<>, out float2 where_<>)
precision highp float;
precision highp int;
precision highp sampler2D;
layout(location = 0) out vec4 output_1;
layout(location = 1) out vec2 where;
uniform int shift;

in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture
uniform ivec4 _layout; // how the output lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements

uniform sampler2D _stream_x; // the texture that the stream is in

uniform sampler2D _stream_table;
uniform ivec4 _layout_table; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_table; // 1 / texels a row, and 1 / rows of texels

uniform sampler2D _stream_old_output;

uniform sampler2D _stream_old_where;
// The element at the output's own place: the stream lies texel for texel as the output does.
float fetch_x_here() { return textureLod(_stream_x, _at, 0.0).x; }
// The element in column x of row y.
vec4 fetch_table(int x, int y) { return textureLod(_stream_table, (vec2(float(x), float(y)) + 0.5) * _inverse_table, 0.0); }
// The element in column x of row y, or the nearest; the last row of a 1-D stream may be short.
vec4 clamped_table(int x, int y) {
    y = clamp(y, 0, _layout_table.z - 1);
    return fetch_table(clamp(x, 0, min(_layout_table.y, _layout_table.w - y * _layout_table.y) - 1), y);
}
vec4 fetch_old_output_here() { return textureLod(_stream_old_output, _at, 0.0); }
vec2 fetch_old_where_here() { return textureLod(_stream_old_where, _at, 0.0).xy; }

// C's remainder: it has the sign of x.
float c_fmod(float x, float y) {
    float size = abs(y);
    float rest = abs(x) - size * floor(abs(x) / size);
    rest = rest < 0.0 ? rest + size : rest >= size ? rest - size : rest;
    return abs(x) < size ? x : x < 0.0 ? -rest : rest;
}

vec4 c_fmod_vec4(vec4 x, vec4 y) {
    return vec4(c_fmod(x.x, y.x), c_fmod(x.y, y.y), c_fmod(x.z, y.z), c_fmod(x.w, y.w));
}

// To the nearest whole number, halves away from zero.
float round_away(float x) {
    float whole = floor(abs(x));
    whole = abs(x) - whole < 0.5 ? whole : whole + 1.0;
    return x < 0.0 ? -whole : whole;
}

// Towards 0; 0 where b is 0.
int int_divide(int a, int b) {
    int whole = b == 0 ? 0 : abs(abs(a) / abs(b));
    return (a < 0) != (b < 0) ? -whole : whole;
}

float component_vec4(vec4 v, int k) {
    return k == 0 ? v.x : k == 1 ? v.y : k == 2 ? v.z : k == 3 ? v.w : 0.0;
}

vec4 with_component_vec4(vec4 v, int k, float value) {
    return vec4(k == 0 ? value : v.x, k == 1 ? value : v.y, k == 2 ? value : v.z, k == 3 ? value : v.w);
}

// Towards 0, to the nearest int; 0 of NaN.
int to_int(float x) {
    return x >= -2147483600.0 ? (x < 2147483600.0 ? int(x) : 2147483647) : x < 0.0 ? -2147483647 - 1 : 0;
}

// The place of this element in the output.
vec4 position() {
    return vec4(float(int(gl_FragCoord.x)), float(int(gl_FragCoord.y)), 0.0, 0.0);
}

// The nearest of `extent` elements: halves go up, what lies outside to the edge.
int nearest(float i, int extent) {
    float below = floor(i);
    float whole = i - below < 0.5 ? below : below + 1.0;
    return min(int(min(max(0.0, whole), 1000000000.0)), extent - 1);
}

vec4 gather_table(vec2 i) {
    return fetch_table(nearest(i.x, _layout_table.y), nearest(i.y, _layout_table.z));
}

void _run() {
    float x = fetch_x_here();
    int i = to_int(x);
    int bits = 0;
    vec4 on = mix(vec4(0.0), vec4(1.0), greaterThanEqual(c_fmod_vec4(vec4(x, -x, 2.0 * x, 0.5), vec4(3.0)), vec4(1.0)));
    if (x < 0.0) {
        output_1 = fetch_old_output_here();
        where = fetch_old_where_here();
        return;
    }
    for (; int(gl_FragCoord.x) < _layout.x;) {
        bits += i & 1;
        i = i >> (shift & 31);
        if (bits > 8) {
            if (!(i > 0)) {
                break;
            }
            continue;
        }
        if (!(i > 0)) {
            break;
        }
    }
    for (; int(gl_FragCoord.x) < _layout.x;) {
        int before = bits;
        bits = before - 1;
        if (!(before > 0)) {
            break;
        }
        int component = i;
        on = with_component_vec4(on, component, round_away(component_vec4(on.yxwz, bits)) + float(int_divide(i, 2)));
    }
    output_1 = max(vec4(notEqual(on, vec4(0.0))) * vec4(notEqual(gather_table(position().xy), vec4(0.0))), vec4(not(notEqual(on, vec4(0.0)))));
    where = bits != 0 ? position().xy : 1.0 / 0.0 > x ? clamped_table(i, 2).zw : vec2(-1.0);
}

// Runs the kernel where there is an element: beside the stream's end its loops may never end.
void main() {
    if (int(gl_FragCoord.x) < _layout.x && int(gl_FragCoord.y) * _layout.x + int(gl_FragCoord.x) < _layout.w) {
        _run();
    }
}

// 1 at a time: odds.1
#version 300 es
// kernel void odds(float x<>, int shift, float4 table[][], out float4 output<>, out float2 where_<>)
// The part of it for output.
precision highp float;
precision highp int;
precision highp sampler2D;
layout(location = 0) out vec4 output_1;
uniform int shift;

in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture
uniform ivec4 _layout; // how the output lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements

uniform sampler2D _stream_x; // the texture that the stream is in

uniform sampler2D _stream_table;
uniform ivec4 _layout_table; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_table; // 1 / texels a row, and 1 / rows of texels

uniform sampler2D _stream_old_output;
// The element at the output's own place: the stream lies texel for texel as the output does.
float fetch_x_here() { return textureLod(_stream_x, _at, 0.0).x; }
// The element in column x of row y.
vec4 fetch_table(int x, int y) { return textureLod(_stream_table, (vec2(float(x), float(y)) + 0.5) * _inverse_table, 0.0); }
vec4 fetch_old_output_here() { return textureLod(_stream_old_output, _at, 0.0); }

// C's remainder: it has the sign of x.
float c_fmod(float x, float y) {
    float size = abs(y);
    float rest = abs(x) - size * floor(abs(x) / size);
    rest = rest < 0.0 ? rest + size : rest >= size ? rest - size : rest;
    return abs(x) < size ? x : x < 0.0 ? -rest : rest;
}

vec4 c_fmod_vec4(vec4 x, vec4 y) {
    return vec4(c_fmod(x.x, y.x), c_fmod(x.y, y.y), c_fmod(x.z, y.z), c_fmod(x.w, y.w));
}

// To the nearest whole number, halves away from zero.
float round_away(float x) {
    float whole = floor(abs(x));
    whole = abs(x) - whole < 0.5 ? whole : whole + 1.0;
    return x < 0.0 ? -whole : whole;
}

// Towards 0; 0 where b is 0.
int int_divide(int a, int b) {
    int whole = b == 0 ? 0 : abs(abs(a) / abs(b));
    return (a < 0) != (b < 0) ? -whole : whole;
}

float component_vec4(vec4 v, int k) {
    return k == 0 ? v.x : k == 1 ? v.y : k == 2 ? v.z : k == 3 ? v.w : 0.0;
}

vec4 with_component_vec4(vec4 v, int k, float value) {
    return vec4(k == 0 ? value : v.x, k == 1 ? value : v.y, k == 2 ? value : v.z, k == 3 ? value : v.w);
}

// Towards 0, to the nearest int; 0 of NaN.
int to_int(float x) {
    return x >= -2147483600.0 ? (x < 2147483600.0 ? int(x) : 2147483647) : x < 0.0 ? -2147483647 - 1 : 0;
}

// The place of this element in the output.
vec4 position() {
    return vec4(float(int(gl_FragCoord.x)), float(int(gl_FragCoord.y)), 0.0, 0.0);
}

// The nearest of `extent` elements: halves go up, what lies outside to the edge.
int nearest(float i, int extent) {
    float below = floor(i);
    float whole = i - below < 0.5 ? below : below + 1.0;
    return min(int(min(max(0.0, whole), 1000000000.0)), extent - 1);
}

vec4 gather_table(vec2 i) {
    return fetch_table(nearest(i.x, _layout_table.y), nearest(i.y, _layout_table.z));
}

void _run() {
    float x = fetch_x_here();
    int i = to_int(x);
    int bits = 0;
    vec4 on = mix(vec4(0.0), vec4(1.0), greaterThanEqual(c_fmod_vec4(vec4(x, -x, 2.0 * x, 0.5), vec4(3.0)), vec4(1.0)));
    if (x < 0.0) {
        output_1 = fetch_old_output_here();
        return;
    }
    for (; int(gl_FragCoord.x) < _layout.x;) {
        bits += i & 1;
        i = i >> (shift & 31);
        if (bits > 8) {
            if (!(i > 0)) {
                break;
            }
            continue;
        }
        if (!(i > 0)) {
            break;
        }
    }
    for (; int(gl_FragCoord.x) < _layout.x;) {
        int before = bits;
        bits = before - 1;
        if (!(before > 0)) {
            break;
        }
        int component = i;
        on = with_component_vec4(on, component, round_away(component_vec4(on.yxwz, bits)) + float(int_divide(i, 2)));
    }
    output_1 = max(vec4(notEqual(on, vec4(0.0))) * vec4(notEqual(gather_table(position().xy), vec4(0.0))), vec4(not(notEqual(on, vec4(0.0)))));
}

// Runs the kernel where there is an element: beside the stream's end its loops may never end.
void main() {
    if (int(gl_FragCoord.x) < _layout.x && int(gl_FragCoord.y) * _layout.x + int(gl_FragCoord.x) < _layout.w) {
        _run();
    }
}

// 1 at a time: odds.2
#version 300 es
// kernel void odds(float x<>, int shift, float4 table[][], out float4 output<>, out float2 where_<>)
// The part of it for where_.
precision highp float;
precision highp int;
precision highp sampler2D;
layout(location = 0) out vec2 where;
uniform int shift;

in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture
uniform ivec4 _layout; // how the output lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements

uniform sampler2D _stream_x; // the texture that the stream is in

uniform sampler2D _stream_table;
uniform ivec4 _layout_table; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_table; // 1 / texels a row, and 1 / rows of texels

uniform sampler2D _stream_old_where;
// The element at the output's own place: the stream lies texel for texel as the output does.
float fetch_x_here() { return textureLod(_stream_x, _at, 0.0).x; }
// The element in column x of row y.
vec4 fetch_table(int x, int y) { return textureLod(_stream_table, (vec2(float(x), float(y)) + 0.5) * _inverse_table, 0.0); }
// The element in column x of row y, or the nearest; the last row of a 1-D stream may be short.
vec4 clamped_table(int x, int y) {
    y = clamp(y, 0, _layout_table.z - 1);
    return fetch_table(clamp(x, 0, min(_layout_table.y, _layout_table.w - y * _layout_table.y) - 1), y);
}
vec2 fetch_old_where_here() { return textureLod(_stream_old_where, _at, 0.0).xy; }

// Towards 0, to the nearest int; 0 of NaN.
int to_int(float x) {
    return x >= -2147483600.0 ? (x < 2147483600.0 ? int(x) : 2147483647) : x < 0.0 ? -2147483647 - 1 : 0;
}

// The place of this element in the output.
vec4 position() {
    return vec4(float(int(gl_FragCoord.x)), float(int(gl_FragCoord.y)), 0.0, 0.0);
}

void _run() {
    float x = fetch_x_here();
    int i = to_int(x);
    int bits = 0;
    if (x < 0.0) {
        where = fetch_old_where_here();
        return;
    }
    for (; int(gl_FragCoord.x) < _layout.x;) {
        bits += i & 1;
        i = i >> (shift & 31);
        if (bits > 8) {
            if (!(i > 0)) {
                break;
            }
            continue;
        }
        if (!(i > 0)) {
            break;
        }
    }
    for (; int(gl_FragCoord.x) < _layout.x;) {
        int before = bits;
        bits = before - 1;
        if (!(before > 0)) {
            break;
        }
    }
    where = bits != 0 ? position().xy : 1.0 / 0.0 > x ? clamped_table(i, 2).zw : vec2(-1.0);
}

// Runs the kernel where there is an element: beside the stream's end its loops may never end.
void main() {
    if (int(gl_FragCoord.x) < _layout.x && int(gl_FragCoord.y) * _layout.x + int(gl_FragCoord.x) < _layout.w) {
        _run();
    }
}


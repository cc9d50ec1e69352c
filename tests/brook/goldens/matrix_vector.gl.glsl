// 4 at a time: mul
#version 330 core
// kernel void mul(float a<>, float b<>, out float c<>)
layout(location = 0) out float c;

in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_a; // the texture that the stream is in

uniform sampler2D _stream_b;
// The element at the output's own place: the stream lies texel for texel as the output does.
float fetch_a_here() { return textureLod(_stream_a, _at, 0.0).x; }
float fetch_b_here() { return textureLod(_stream_b, _at, 0.0).x; }

void main() {
    float a = fetch_a_here();
    float b = fetch_b_here();
    c = a * b;
}

// 4 at a time: sum
#version 330 core
// reduce void sum(float a<>, reduce float r<>)
// Up to 8 neighbours along an axis become one.
layout(location = 0) out float r;
uniform int extent;
uniform int block;
uniform int groups;
uniform int inner;

uniform ivec4 _layout; // how the output lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements

uniform sampler2D _stream_a; // the texture that the stream is in
uniform ivec4 _layout_a; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_a; // 1 / texels a row, and 1 / rows of texels
uniform int _shift_a; // the texels a row are 2 to this power
// The number of the element that this fragment computes: texels are numbered row by row.
int here() { return int(gl_FragCoord.y) * _layout.x + int(gl_FragCoord.x); }
// Element i. Rows of the texture have a power of two texels: row and column are exact.
float fetch_a(int i) { return textureLod(_stream_a, (vec2(float(i & (_layout_a.x - 1)), float(i >> _shift_a)) + 0.5) * _inverse_a, 0.0).x; }

void sum(float a, inout float r_1) {
    r_1 += a;
}

void main() {
    int line_1 = here() / inner;
    int number = line_1 / groups;
    int group = line_1 - number * groups;
    int blocks = extent / block;
    int outer = number / blocks;
    int start = (number - outer * blocks) * block + 8 * group;
    int first = (outer * extent + start) * inner + (here() - line_1 * inner);
    int left = block - 8 * group;
    float r_1 = fetch_a(first);
    for (int k = 1; k < 8; k++) {
        if (k < left) {
            sum(fetch_a(first + k * inner), r_1);
        }
    }
    r = r_1;
}

// 1 at a time: mul
#version 330 core
// kernel void mul(float a<>, float b<>, out float c<>)
layout(location = 0) out float c;

in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_a; // the texture that the stream is in

uniform sampler2D _stream_b;
// The element at the output's own place: the stream lies texel for texel as the output does.
float fetch_a_here() { return textureLod(_stream_a, _at, 0.0).x; }
float fetch_b_here() { return textureLod(_stream_b, _at, 0.0).x; }

void main() {
    float a = fetch_a_here();
    float b = fetch_b_here();
    c = a * b;
}

// 1 at a time: sum
#version 330 core
// reduce void sum(float a<>, reduce float r<>)
// Up to 8 neighbours along an axis become one.
layout(location = 0) out float r;
uniform int extent;
uniform int block;
uniform int groups;
uniform int inner;

uniform ivec4 _layout; // how the output lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements

uniform sampler2D _stream_a; // the texture that the stream is in
uniform ivec4 _layout_a; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_a; // 1 / texels a row, and 1 / rows of texels
uniform int _shift_a; // the texels a row are 2 to this power
// The number of the element that this fragment computes: texels are numbered row by row.
int here() { return int(gl_FragCoord.y) * _layout.x + int(gl_FragCoord.x); }
// Element i. Rows of the texture have a power of two texels: row and column are exact.
float fetch_a(int i) { return textureLod(_stream_a, (vec2(float(i & (_layout_a.x - 1)), float(i >> _shift_a)) + 0.5) * _inverse_a, 0.0).x; }

void sum(float a, inout float r_1) {
    r_1 += a;
}

void main() {
    int line_1 = here() / inner;
    int number = line_1 / groups;
    int group = line_1 - number * groups;
    int blocks = extent / block;
    int outer = number / blocks;
    int start = (number - outer * blocks) * block + 8 * group;
    int first = (outer * extent + start) * inner + (here() - line_1 * inner);
    int left = block - 8 * group;
    float r_1 = fetch_a(first);
    for (int k = 1; k < 8; k++) {
        if (k < left) {
            sum(fetch_a(first + k * inner), r_1);
        }
    }
    r = r_1;
}


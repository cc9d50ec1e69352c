// 4 at a time: mul
#version 330 core
// kernel void mul(float a<>, float b<>, out float c<>)
uniform ivec4 _lie;
uniform float _inverse;
uniform float _tail;
int _lane;
layout(location = 0) out float _target0;
float c;
ivec2 _texel(int i, int width, float inverse) {
    int row = int(float(i) * inverse);
    int column = i - row * width;
    int off = column < 0 ? -1 : column >= width ? 1 : 0;
    return ivec2(column - off * width, row + off);
}
int here() { return int(gl_FragCoord.y) * _lie.x + int(gl_FragCoord.x); }
uniform sampler2D _stream_a;
uniform ivec4 _lie_a;
uniform float _inverse_a;
float fetch_a(int i) { return texelFetch(_stream_a, _texel(i, _lie_a.x, _inverse_a), 0).x; }
float fetch_a_here() { return texelFetch(_stream_a, ivec2(gl_FragCoord.xy), 0).x; }

uniform sampler2D _stream_b;
uniform ivec4 _lie_b;
uniform float _inverse_b;
float fetch_b(int i) { return texelFetch(_stream_b, _texel(i, _lie_b.x, _inverse_b), 0).x; }
float fetch_b_here() { return texelFetch(_stream_b, ivec2(gl_FragCoord.xy), 0).x; }

void _run() {
    float a = fetch_a_here();
    float b = fetch_b_here();
    c = a * b;
}
void main() {
    _lane = 0;
    c = float(0.0);
    _run();
    _target0 = c;
}

// 4 at a time: sum
#version 330 core
// reduce void sum(float a<>, reduce float r<>)
// Up to 8 neighbours along an axis become one.
uniform ivec4 _lie;
uniform float _inverse;
uniform float _tail;
int _lane;
layout(location = 0) out float _target0;
float r;
uniform int extent;
uniform int block;
uniform int groups;
uniform int inner;
ivec2 _texel(int i, int width, float inverse) {
    int row = int(float(i) * inverse);
    int column = i - row * width;
    int off = column < 0 ? -1 : column >= width ? 1 : 0;
    return ivec2(column - off * width, row + off);
}
int here() { return int(gl_FragCoord.y) * _lie.x + int(gl_FragCoord.x); }
int quotient(int i, int divisor) { return i / divisor; }
uniform sampler2D _stream_a;
uniform ivec4 _lie_a;
uniform float _inverse_a;
float fetch_a(int i) { return texelFetch(_stream_a, _texel(i, _lie_a.x, _inverse_a), 0).x; }

void sum(float a, inout float r_1) {
    r_1 += a;
}

void _run() {
    int line_1 = quotient(here(), inner);
    int number = quotient(line_1, groups);
    int group = line_1 - number * groups;
    int blocks = quotient(extent, block);
    int outer = quotient(number, blocks);
    int start = (number - outer * blocks) * block + 8 * group;
    int first = (outer * extent + start) * inner + here() - line_1 * inner;
    int left = block - 8 * group;
    r = fetch_a(first);
    for (int k = 1; k < 8; k++) {
        if (k < left) {
            sum(fetch_a(first + k * inner), r);
        }
    }
}
void main() {
    _lane = 0;
    r = float(0.0);
    _run();
    _target0 = r;
}

// 1 at a time: mul
#version 330 core
// kernel void mul(float a<>, float b<>, out float c<>)
uniform ivec4 _lie;
uniform float _inverse;
uniform float _tail;
int _lane;
layout(location = 0) out float _target0;
float c;
ivec2 _texel(int i, int width, float inverse) {
    int row = int(float(i) * inverse);
    int column = i - row * width;
    int off = column < 0 ? -1 : column >= width ? 1 : 0;
    return ivec2(column - off * width, row + off);
}
int here() { return int(gl_FragCoord.y) * _lie.x + int(gl_FragCoord.x); }
uniform sampler2D _stream_a;
uniform ivec4 _lie_a;
uniform float _inverse_a;
float fetch_a(int i) { return texelFetch(_stream_a, _texel(i, _lie_a.x, _inverse_a), 0).x; }
float fetch_a_here() { return texelFetch(_stream_a, ivec2(gl_FragCoord.xy), 0).x; }

uniform sampler2D _stream_b;
uniform ivec4 _lie_b;
uniform float _inverse_b;
float fetch_b(int i) { return texelFetch(_stream_b, _texel(i, _lie_b.x, _inverse_b), 0).x; }
float fetch_b_here() { return texelFetch(_stream_b, ivec2(gl_FragCoord.xy), 0).x; }

void _run() {
    float a = fetch_a_here();
    float b = fetch_b_here();
    c = a * b;
}
void main() {
    _lane = 0;
    c = float(0.0);
    _run();
    _target0 = c;
}

// 1 at a time: sum
#version 330 core
// reduce void sum(float a<>, reduce float r<>)
// Up to 8 neighbours along an axis become one.
uniform ivec4 _lie;
uniform float _inverse;
uniform float _tail;
int _lane;
layout(location = 0) out float _target0;
float r;
uniform int extent;
uniform int block;
uniform int groups;
uniform int inner;
ivec2 _texel(int i, int width, float inverse) {
    int row = int(float(i) * inverse);
    int column = i - row * width;
    int off = column < 0 ? -1 : column >= width ? 1 : 0;
    return ivec2(column - off * width, row + off);
}
int here() { return int(gl_FragCoord.y) * _lie.x + int(gl_FragCoord.x); }
int quotient(int i, int divisor) { return i / divisor; }
uniform sampler2D _stream_a;
uniform ivec4 _lie_a;
uniform float _inverse_a;
float fetch_a(int i) { return texelFetch(_stream_a, _texel(i, _lie_a.x, _inverse_a), 0).x; }

void sum(float a, inout float r_1) {
    r_1 += a;
}

void _run() {
    int line_1 = quotient(here(), inner);
    int number = quotient(line_1, groups);
    int group = line_1 - number * groups;
    int blocks = quotient(extent, block);
    int outer = quotient(number, blocks);
    int start = (number - outer * blocks) * block + 8 * group;
    int first = (outer * extent + start) * inner + here() - line_1 * inner;
    int left = block - 8 * group;
    r = fetch_a(first);
    for (int k = 1; k < 8; k++) {
        if (k < left) {
            sum(fetch_a(first + k * inner), r);
        }
    }
}
void main() {
    _lane = 0;
    r = float(0.0);
    _run();
    _target0 = r;
}


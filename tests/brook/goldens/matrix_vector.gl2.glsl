// 4 at a time: mul
#version 120
// kernel void mul(float a<>, float b<>, out float c<>)
float c; // the element that is computed

varying vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_a; // the texture that the stream is in

uniform sampler2D _stream_b;
// The element at the output's own place: the stream lies texel for texel as the output does.
float fetch_a_here() { return texture2D(_stream_a, _at).x; }
float fetch_b_here() { return texture2D(_stream_b, _at).x; }

void _run() {
    float a = fetch_a_here();
    float b = fetch_b_here();
    c = a * b;
}

// Runs the kernel, and makes a texel of its element.
void main() {
    _run();
    gl_FragData[0] = vec4(c);
}

// 4 at a time: sum
#version 120
// reduce void sum(float a<>, reduce float r<>)
// Up to 8 neighbours along an axis become one.
float r; // the element that is computed
uniform float extent;
uniform float block;
uniform float groups;
uniform float inner;

uniform vec4 _layout; // how the output lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
// i / divisor, rounded down; neither is negative.
float quotient(float i, float divisor) {
    float whole = floor((i + 0.5) / divisor);
    float rest = i - whole * divisor;
    return rest < 0.0 ? whole - 1.0 : rest >= divisor ? whole + 1.0 : whole;
}

uniform sampler2D _stream_a; // the texture that the stream is in
uniform vec2 _inverse_a; // 1 / texels a row, and 1 / rows of texels
// The number of the element that this fragment computes: texels are numbered row by row.
float here() { return floor(gl_FragCoord.y) * _layout.x + floor(gl_FragCoord.x); }
// Element i. Rows of the texture have a power of two texels: row and column are exact.
float fetch_a(float i) {
    float along = i * _inverse_a.x;
    return texture2D(_stream_a, vec2(fract(along) + 0.5 * _inverse_a.x, (along - fract(along)) * _inverse_a.y + 0.5 * _inverse_a.y)).x;
}

void sum(float a, inout float r_1) {
    r_1 += a;
}

void _run() {
    float line_1 = quotient(here(), inner);
    float number = quotient(line_1, groups);
    float group = line_1 - number * groups;
    float blocks = quotient(extent, block);
    float outer = quotient(number, blocks);
    float start = (number - outer * blocks) * block + 8.0 * group;
    float first = (outer * extent + start) * inner + (here() - line_1 * inner);
    float left = block - 8.0 * group;
    float r_1 = fetch_a(first);
    for (float k = 1.0; k < 8.0; k += 1.0) {
        if (k < left) {
            sum(fetch_a(first + k * inner), r_1);
        }
    }
    r = r_1;
}

// Runs the kernel, and makes a texel of its element.
void main() {
    _run();
    gl_FragData[0] = vec4(r);
}

// 1 at a time: mul
#version 120
// kernel void mul(float a<>, float b<>, out float c<>)
float c; // the element that is computed

varying vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_a; // the texture that the stream is in

uniform sampler2D _stream_b;
// The element at the output's own place: the stream lies texel for texel as the output does.
float fetch_a_here() { return texture2D(_stream_a, _at).x; }
float fetch_b_here() { return texture2D(_stream_b, _at).x; }

void _run() {
    float a = fetch_a_here();
    float b = fetch_b_here();
    c = a * b;
}

// Runs the kernel, and makes a texel of its element.
void main() {
    _run();
    gl_FragData[0] = vec4(c);
}

// 1 at a time: sum
#version 120
// reduce void sum(float a<>, reduce float r<>)
// Up to 8 neighbours along an axis become one.
float r; // the element that is computed
uniform float extent;
uniform float block;
uniform float groups;
uniform float inner;

uniform vec4 _layout; // how the output lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
// i / divisor, rounded down; neither is negative.
float quotient(float i, float divisor) {
    float whole = floor((i + 0.5) / divisor);
    float rest = i - whole * divisor;
    return rest < 0.0 ? whole - 1.0 : rest >= divisor ? whole + 1.0 : whole;
}

uniform sampler2D _stream_a; // the texture that the stream is in
uniform vec2 _inverse_a; // 1 / texels a row, and 1 / rows of texels
// The number of the element that this fragment computes: texels are numbered row by row.
float here() { return floor(gl_FragCoord.y) * _layout.x + floor(gl_FragCoord.x); }
// Element i. Rows of the texture have a power of two texels: row and column are exact.
float fetch_a(float i) {
    float along = i * _inverse_a.x;
    return texture2D(_stream_a, vec2(fract(along) + 0.5 * _inverse_a.x, (along - fract(along)) * _inverse_a.y + 0.5 * _inverse_a.y)).x;
}

void sum(float a, inout float r_1) {
    r_1 += a;
}

void _run() {
    float line_1 = quotient(here(), inner);
    float number = quotient(line_1, groups);
    float group = line_1 - number * groups;
    float blocks = quotient(extent, block);
    float outer = quotient(number, blocks);
    float start = (number - outer * blocks) * block + 8.0 * group;
    float first = (outer * extent + start) * inner + (here() - line_1 * inner);
    float left = block - 8.0 * group;
    float r_1 = fetch_a(first);
    for (float k = 1.0; k < 8.0; k += 1.0) {
        if (k < left) {
            sum(fetch_a(first + k * inner), r_1);
        }
    }
    r = r_1;
}

// Runs the kernel, and makes a texel of its element.
void main() {
    _run();
    gl_FragData[0] = vec4(r);
}


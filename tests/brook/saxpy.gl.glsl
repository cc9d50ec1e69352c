// 4 at a time: saxpy
#version 330 core
// kernel void saxpy(float alpha, float4 x<>, float4 y<>, out float4 result<>)
uniform ivec4 _lie;
uniform float _inverse;
uniform float _tail;
int _lane;
layout(location = 0) out vec4 _target0;
vec4 result;
uniform float alpha;
ivec2 _texel(int i, int width, float inverse) {
    int row = int(float(i) * inverse);
    int column = i - row * width;
    int off = column < 0 ? -1 : column >= width ? 1 : 0;
    return ivec2(column - off * width, row + off);
}
int here() { return int(gl_FragCoord.y) * _lie.x + int(gl_FragCoord.x); }
uniform sampler2D _stream_x;
uniform ivec4 _lie_x;
uniform float _inverse_x;
vec4 fetch_x(int i) { return texelFetch(_stream_x, _texel(i, _lie_x.x, _inverse_x), 0).xyzw; }
vec4 fetch_x_here() { return texelFetch(_stream_x, ivec2(gl_FragCoord.xy), 0).xyzw; }

uniform sampler2D _stream_y;
uniform ivec4 _lie_y;
uniform float _inverse_y;
vec4 fetch_y(int i) { return texelFetch(_stream_y, _texel(i, _lie_y.x, _inverse_y), 0).xyzw; }
vec4 fetch_y_here() { return texelFetch(_stream_y, ivec2(gl_FragCoord.xy), 0).xyzw; }

void _run() {
    vec4 x = fetch_x_here();
    vec4 y = fetch_y_here();
    result = alpha * x + y;
}
void main() {
    _lane = 0;
    result = vec4(0.0);
    _run();
    _target0 = result;
}

// 1 at a time: saxpy
#version 330 core
// kernel void saxpy(float alpha, float4 x<>, float4 y<>, out float4 result<>)
uniform ivec4 _lie;
uniform float _inverse;
uniform float _tail;
int _lane;
layout(location = 0) out vec4 _target0;
vec4 result;
uniform float alpha;
ivec2 _texel(int i, int width, float inverse) {
    int row = int(float(i) * inverse);
    int column = i - row * width;
    int off = column < 0 ? -1 : column >= width ? 1 : 0;
    return ivec2(column - off * width, row + off);
}
int here() { return int(gl_FragCoord.y) * _lie.x + int(gl_FragCoord.x); }
uniform sampler2D _stream_x;
uniform ivec4 _lie_x;
uniform float _inverse_x;
vec4 fetch_x(int i) { return texelFetch(_stream_x, _texel(i, _lie_x.x, _inverse_x), 0).xyzw; }
vec4 fetch_x_here() { return texelFetch(_stream_x, ivec2(gl_FragCoord.xy), 0).xyzw; }

uniform sampler2D _stream_y;
uniform ivec4 _lie_y;
uniform float _inverse_y;
vec4 fetch_y(int i) { return texelFetch(_stream_y, _texel(i, _lie_y.x, _inverse_y), 0).xyzw; }
vec4 fetch_y_here() { return texelFetch(_stream_y, ivec2(gl_FragCoord.xy), 0).xyzw; }

void _run() {
    vec4 x = fetch_x_here();
    vec4 y = fetch_y_here();
    result = alpha * x + y;
}
void main() {
    _lane = 0;
    result = vec4(0.0);
    _run();
    _target0 = result;
}


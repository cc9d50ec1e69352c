// 4 at a time: saxpy
#version 120
// kernel void saxpy(float alpha, float4 x<>, float4 y<>, out float4 result<>)
vec4 result; // the element that is computed
uniform float alpha;

varying vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_x; // the texture that the stream is in

uniform sampler2D _stream_y;
// The element at the output's own place: the stream lies texel for texel as the output does.
vec4 fetch_x_here() { return texture2D(_stream_x, _at); }
vec4 fetch_y_here() { return texture2D(_stream_y, _at); }

void _run() {
    vec4 x = fetch_x_here();
    vec4 y = fetch_y_here();
    result = alpha * x + y;
}

// Runs the kernel, and makes a texel of its element.
void main() {
    _run();
    gl_FragData[0] = result;
}

// 1 at a time: saxpy
#version 120
// kernel void saxpy(float alpha, float4 x<>, float4 y<>, out float4 result<>)
vec4 result; // the element that is computed
uniform float alpha;

varying vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_x; // the texture that the stream is in

uniform sampler2D _stream_y;
// The element at the output's own place: the stream lies texel for texel as the output does.
vec4 fetch_x_here() { return texture2D(_stream_x, _at); }
vec4 fetch_y_here() { return texture2D(_stream_y, _at); }

void _run() {
    vec4 x = fetch_x_here();
    vec4 y = fetch_y_here();
    result = alpha * x + y;
}

// Runs the kernel, and makes a texel of its element.
void main() {
    _run();
    gl_FragData[0] = result;
}


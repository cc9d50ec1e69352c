// 4 at a time: saxpy
#version 330 core
// kernel void saxpy(float alpha, float4 x<>, float4 y<>, out float4 result<>)
layout(location = 0) out vec4 result;
uniform float alpha;

in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_x; // the texture that the stream is in

uniform sampler2D _stream_y;
// The element at the output's own place: the stream lies texel for texel as the output does.
vec4 fetch_x_here() { return textureLod(_stream_x, _at, 0.0); }
vec4 fetch_y_here() { return textureLod(_stream_y, _at, 0.0); }

void main() {
    vec4 x = fetch_x_here();
    vec4 y = fetch_y_here();
    result = alpha * x + y;
}

// 1 at a time: saxpy
#version 330 core
// kernel void saxpy(float alpha, float4 x<>, float4 y<>, out float4 result<>)
layout(location = 0) out vec4 result;
uniform float alpha;

in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_x; // the texture that the stream is in

uniform sampler2D _stream_y;
// The element at the output's own place: the stream lies texel for texel as the output does.
vec4 fetch_x_here() { return textureLod(_stream_x, _at, 0.0); }
vec4 fetch_y_here() { return textureLod(_stream_y, _at, 0.0); }

void main() {
    vec4 x = fetch_x_here();
    vec4 y = fetch_y_here();
    result = alpha * x + y;
}


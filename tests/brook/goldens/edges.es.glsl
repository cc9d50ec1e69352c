// 4 at a time: edges.1
#version 300 es
// kernel void edges(float picture[][], float value<>, float least, vout[2] float3 places<>)
// How many elements each pushes to places.
precision highp float;
precision highp int;
precision highp sampler2D;
layout(location = 0) out float places_pushes;
uniform float least;

in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_picture; // the texture that the stream is in
uniform ivec4 _layout_picture; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_picture; // 1 / texels a row, and 1 / rows of texels

uniform sampler2D _stream_value;
// The element in column x of row y.
float fetch_picture(int x, int y) { return textureLod(_stream_picture, (vec2(float(x), float(y)) + 0.5) * _inverse_picture, 0.0).x; }
// The element at the output's own place: the stream lies texel for texel as the output does.
float fetch_value_here() { return textureLod(_stream_value, _at, 0.0).x; }

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

float gather_picture(vec2 i) {
    return fetch_picture(nearest(i.x, _layout_picture.y), nearest(i.y, _layout_picture.z));
}

void main() {
    places_pushes = 0.0;
    float value = fetch_value_here();
    vec2 at = position().xy;
    float right = abs(gather_picture(at + vec2(1.0, 0.0)) - value);
    float below = abs(gather_picture(vec2(at.x, at.y + 1.0)) - value);
    if (right > least) {
        places_pushes += 1.0;
    }
    if (below > least) {
        places_pushes += 1.0;
    }
}

// 4 at a time: edges.2
#version 300 es
// kernel void edges(float picture[][], float value<>, float least, vout[2] float3 places<>)
// What is pushed to places.
precision highp float;
precision highp int;
precision highp sampler2D;
layout(location = 0) out vec4 _target0; // the output's texel, of four numbers: there is none of three
vec3 places; // the element that is computed
uniform int extent_x;
uniform float least;

in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_picture; // the texture that the stream is in
uniform ivec4 _layout_picture; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_picture; // 1 / texels a row, and 1 / rows of texels

uniform sampler2D _stream_value;
uniform ivec4 _layout_value;
uniform vec2 _inverse_value;
uniform int _shift_value; // the texels a row are 2 to this power

uniform sampler2D _stream_element_1;

uniform sampler2D _stream_push_index;
// The element in column x of row y.
float fetch_picture(int x, int y) { return textureLod(_stream_picture, (vec2(float(x), float(y)) + 0.5) * _inverse_picture, 0.0).x; }
// Element i. Rows of the texture have a power of two texels: row and column are exact.
float fetch_value(int i) { return textureLod(_stream_value, (vec2(float(i & (_layout_value.x - 1)), float(i >> _shift_value)) + 0.5) * _inverse_value, 0.0).x; }
// The element at the output's own place: the stream lies texel for texel as the output does.
float fetch_element_1_here() { return textureLod(_stream_element_1, _at, 0.0).x; }
float fetch_push_index_here() { return textureLod(_stream_push_index, _at, 0.0).x; }

// The element that pushes.
int me() {
    return int(fetch_element_1_here());
}

int remainder(int i, int divisor) {
    return i - i / divisor * divisor;
}

// The place of this element in the output.
vec4 position() {
    return vec4(float(remainder(me(), extent_x)), float(me() / extent_x), 0.0, 0.0);
}

// The nearest of `extent` elements: halves go up, what lies outside to the edge.
int nearest(float i, int extent) {
    float below = floor(i);
    float whole = i - below < 0.5 ? below : below + 1.0;
    return min(int(min(max(0.0, whole), 1000000000.0)), extent - 1);
}

float gather_picture(vec2 i) {
    return fetch_picture(nearest(i.x, _layout_picture.y), nearest(i.y, _layout_picture.z));
}

void _run() {
    places = vec3(0.0);
    float wanted = fetch_push_index_here();
    float pushed = 0.0;
    vec3 places_1 = vec3(0.0);
    float value = fetch_value(me());
    vec2 at = position().xy;
    float right = abs(gather_picture(at + vec2(1.0, 0.0)) - value);
    float below = abs(gather_picture(vec2(at.x, at.y + 1.0)) - value);
    if (right > least) {
        places_1 = vec3(at, right);
        if (pushed == wanted) {
            places = places_1;
        }
        pushed += 1.0;
    }
    if (below > least) {
        places_1 = vec3(at, below);
        if (pushed == wanted) {
            places = places_1;
        }
        pushed += 1.0;
    }
}

// Runs the kernel, and makes a texel of its element.
void main() {
    _run();
    _target0 = vec4(places, 0.0);
}

// 1 at a time: edges.1
#version 300 es
// kernel void edges(float picture[][], float value<>, float least, vout[2] float3 places<>)
// How many elements each pushes to places.
precision highp float;
precision highp int;
precision highp sampler2D;
layout(location = 0) out float places_pushes;
uniform float least;

in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_picture; // the texture that the stream is in
uniform ivec4 _layout_picture; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_picture; // 1 / texels a row, and 1 / rows of texels

uniform sampler2D _stream_value;
// The element in column x of row y.
float fetch_picture(int x, int y) { return textureLod(_stream_picture, (vec2(float(x), float(y)) + 0.5) * _inverse_picture, 0.0).x; }
// The element at the output's own place: the stream lies texel for texel as the output does.
float fetch_value_here() { return textureLod(_stream_value, _at, 0.0).x; }

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

float gather_picture(vec2 i) {
    return fetch_picture(nearest(i.x, _layout_picture.y), nearest(i.y, _layout_picture.z));
}

void main() {
    places_pushes = 0.0;
    float value = fetch_value_here();
    vec2 at = position().xy;
    float right = abs(gather_picture(at + vec2(1.0, 0.0)) - value);
    float below = abs(gather_picture(vec2(at.x, at.y + 1.0)) - value);
    if (right > least) {
        places_pushes += 1.0;
    }
    if (below > least) {
        places_pushes += 1.0;
    }
}

// 1 at a time: edges.2
#version 300 es
// kernel void edges(float picture[][], float value<>, float least, vout[2] float3 places<>)
// What is pushed to places.
precision highp float;
precision highp int;
precision highp sampler2D;
layout(location = 0) out vec4 _target0; // the output's texel, of four numbers: there is none of three
vec3 places; // the element that is computed
uniform int extent_x;
uniform float least;

in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_picture; // the texture that the stream is in
uniform ivec4 _layout_picture; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_picture; // 1 / texels a row, and 1 / rows of texels

uniform sampler2D _stream_value;
uniform ivec4 _layout_value;
uniform vec2 _inverse_value;
uniform int _shift_value; // the texels a row are 2 to this power

uniform sampler2D _stream_element_1;

uniform sampler2D _stream_push_index;
// The element in column x of row y.
float fetch_picture(int x, int y) { return textureLod(_stream_picture, (vec2(float(x), float(y)) + 0.5) * _inverse_picture, 0.0).x; }
// Element i. Rows of the texture have a power of two texels: row and column are exact.
float fetch_value(int i) { return textureLod(_stream_value, (vec2(float(i & (_layout_value.x - 1)), float(i >> _shift_value)) + 0.5) * _inverse_value, 0.0).x; }
// The element at the output's own place: the stream lies texel for texel as the output does.
float fetch_element_1_here() { return textureLod(_stream_element_1, _at, 0.0).x; }
float fetch_push_index_here() { return textureLod(_stream_push_index, _at, 0.0).x; }

// The element that pushes.
int me() {
    return int(fetch_element_1_here());
}

int remainder(int i, int divisor) {
    return i - i / divisor * divisor;
}

// The place of this element in the output.
vec4 position() {
    return vec4(float(remainder(me(), extent_x)), float(me() / extent_x), 0.0, 0.0);
}

// The nearest of `extent` elements: halves go up, what lies outside to the edge.
int nearest(float i, int extent) {
    float below = floor(i);
    float whole = i - below < 0.5 ? below : below + 1.0;
    return min(int(min(max(0.0, whole), 1000000000.0)), extent - 1);
}

float gather_picture(vec2 i) {
    return fetch_picture(nearest(i.x, _layout_picture.y), nearest(i.y, _layout_picture.z));
}

void _run() {
    places = vec3(0.0);
    float wanted = fetch_push_index_here();
    float pushed = 0.0;
    vec3 places_1 = vec3(0.0);
    float value = fetch_value(me());
    vec2 at = position().xy;
    float right = abs(gather_picture(at + vec2(1.0, 0.0)) - value);
    float below = abs(gather_picture(vec2(at.x, at.y + 1.0)) - value);
    if (right > least) {
        places_1 = vec3(at, right);
        if (pushed == wanted) {
            places = places_1;
        }
        pushed += 1.0;
    }
    if (below > least) {
        places_1 = vec3(at, below);
        if (pushed == wanted) {
            places = places_1;
        }
        pushed += 1.0;
    }
}

// Runs the kernel, and makes a texel of its element.
void main() {
    _run();
    _target0 = vec4(places, 0.0);
}


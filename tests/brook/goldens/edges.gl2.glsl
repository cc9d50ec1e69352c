// 4 at a time: edges.1
#version 120
// kernel void edges(float picture[][], float value<>, float least, vout[2] float3 places<>)
// How many elements each pushes to places.
float places_pushes; // the element that is computed
uniform float least;

varying vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_picture; // the texture that the stream is in
uniform vec4 _layout_picture; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_picture; // 1 / texels a row, and 1 / rows of texels

uniform sampler2D _stream_value;
// The element in column x of row y.
float fetch_picture(float x, float y) { return texture2D(_stream_picture, vec2(x, y) * _inverse_picture + 0.5 * _inverse_picture).x; }
// The element at the output's own place: the stream lies texel for texel as the output does.
float fetch_value_here() { return texture2D(_stream_value, _at).x; }

// The place of this element in the output.
vec4 position() {
    return vec4(floor(gl_FragCoord.x), floor(gl_FragCoord.y), 0.0, 0.0);
}

// The nearest of `extent` elements: halves go up, what lies outside to the edge.
float nearest(float i, float extent) {
    float below = floor(i);
    float whole = i - below < 0.5 ? below : below + 1.0;
    return min(floor(min(max(0.0, whole), 1000000000.0)), extent - 1.0);
}

float gather_picture(vec2 i) {
    return fetch_picture(nearest(i.x, _layout_picture.y), nearest(i.y, _layout_picture.z));
}

void _run() {
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

// Runs the kernel, and makes a texel of its element.
void main() {
    _run();
    gl_FragData[0] = vec4(places_pushes);
}

// 4 at a time: edges.2
#version 120
// kernel void edges(float picture[][], float value<>, float least, vout[2] float3 places<>)
// What is pushed to places.
vec3 places; // the element that is computed
uniform float extent_x;
uniform float least;

varying vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture
// i / divisor, rounded down; neither is negative.
float quotient(float i, float divisor) {
    float whole = floor((i + 0.5) / divisor);
    float rest = i - whole * divisor;
    return rest < 0.0 ? whole - 1.0 : rest >= divisor ? whole + 1.0 : whole;
}

uniform sampler2D _stream_picture; // the texture that the stream is in
uniform vec4 _layout_picture; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_picture; // 1 / texels a row, and 1 / rows of texels

uniform sampler2D _stream_value;
uniform vec2 _inverse_value;

uniform sampler2D _stream_element_1;

uniform sampler2D _stream_push_index;
// The element in column x of row y.
float fetch_picture(float x, float y) { return texture2D(_stream_picture, vec2(x, y) * _inverse_picture + 0.5 * _inverse_picture).x; }
// Element i. Rows of the texture have a power of two texels: row and column are exact.
float fetch_value(float i) {
    float along = i * _inverse_value.x;
    return texture2D(_stream_value, vec2(fract(along) + 0.5 * _inverse_value.x, (along - fract(along)) * _inverse_value.y + 0.5 * _inverse_value.y)).x;
}
// The element at the output's own place: the stream lies texel for texel as the output does.
float fetch_element_1_here() { return texture2D(_stream_element_1, _at).x; }
float fetch_push_index_here() { return texture2D(_stream_push_index, _at).x; }

// The fraction dropped, towards 0.
float truncated(float x) {
    return x < 0.0 ? -floor(-x) : floor(x);
}

// The element that pushes.
float me() {
    return truncated(fetch_element_1_here());
}

float remainder(float i, float divisor) {
    return i - quotient(i, divisor) * divisor;
}

// The place of this element in the output.
vec4 position() {
    return vec4(remainder(me(), extent_x), quotient(me(), extent_x), 0.0, 0.0);
}

// The nearest of `extent` elements: halves go up, what lies outside to the edge.
float nearest(float i, float extent) {
    float below = floor(i);
    float whole = i - below < 0.5 ? below : below + 1.0;
    return min(floor(min(max(0.0, whole), 1000000000.0)), extent - 1.0);
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
    gl_FragData[0] = vec4(places, 0.0);
}

// 1 at a time: edges.1
#version 120
// kernel void edges(float picture[][], float value<>, float least, vout[2] float3 places<>)
// How many elements each pushes to places.
float places_pushes; // the element that is computed
uniform float least;

varying vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_picture; // the texture that the stream is in
uniform vec4 _layout_picture; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_picture; // 1 / texels a row, and 1 / rows of texels

uniform sampler2D _stream_value;
// The element in column x of row y.
float fetch_picture(float x, float y) { return texture2D(_stream_picture, vec2(x, y) * _inverse_picture + 0.5 * _inverse_picture).x; }
// The element at the output's own place: the stream lies texel for texel as the output does.
float fetch_value_here() { return texture2D(_stream_value, _at).x; }

// The place of this element in the output.
vec4 position() {
    return vec4(floor(gl_FragCoord.x), floor(gl_FragCoord.y), 0.0, 0.0);
}

// The nearest of `extent` elements: halves go up, what lies outside to the edge.
float nearest(float i, float extent) {
    float below = floor(i);
    float whole = i - below < 0.5 ? below : below + 1.0;
    return min(floor(min(max(0.0, whole), 1000000000.0)), extent - 1.0);
}

float gather_picture(vec2 i) {
    return fetch_picture(nearest(i.x, _layout_picture.y), nearest(i.y, _layout_picture.z));
}

void _run() {
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

// Runs the kernel, and makes a texel of its element.
void main() {
    _run();
    gl_FragData[0] = vec4(places_pushes);
}

// 1 at a time: edges.2
#version 120
// kernel void edges(float picture[][], float value<>, float least, vout[2] float3 places<>)
// What is pushed to places.
vec3 places; // the element that is computed
uniform float extent_x;
uniform float least;

varying vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture
// i / divisor, rounded down; neither is negative.
float quotient(float i, float divisor) {
    float whole = floor((i + 0.5) / divisor);
    float rest = i - whole * divisor;
    return rest < 0.0 ? whole - 1.0 : rest >= divisor ? whole + 1.0 : whole;
}

uniform sampler2D _stream_picture; // the texture that the stream is in
uniform vec4 _layout_picture; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_picture; // 1 / texels a row, and 1 / rows of texels

uniform sampler2D _stream_value;
uniform vec2 _inverse_value;

uniform sampler2D _stream_element_1;

uniform sampler2D _stream_push_index;
// The element in column x of row y.
float fetch_picture(float x, float y) { return texture2D(_stream_picture, vec2(x, y) * _inverse_picture + 0.5 * _inverse_picture).x; }
// Element i. Rows of the texture have a power of two texels: row and column are exact.
float fetch_value(float i) {
    float along = i * _inverse_value.x;
    return texture2D(_stream_value, vec2(fract(along) + 0.5 * _inverse_value.x, (along - fract(along)) * _inverse_value.y + 0.5 * _inverse_value.y)).x;
}
// The element at the output's own place: the stream lies texel for texel as the output does.
float fetch_element_1_here() { return texture2D(_stream_element_1, _at).x; }
float fetch_push_index_here() { return texture2D(_stream_push_index, _at).x; }

// The fraction dropped, towards 0.
float truncated(float x) {
    return x < 0.0 ? -floor(-x) : floor(x);
}

// The element that pushes.
float me() {
    return truncated(fetch_element_1_here());
}

float remainder(float i, float divisor) {
    return i - quotient(i, divisor) * divisor;
}

// The place of this element in the output.
vec4 position() {
    return vec4(remainder(me(), extent_x), quotient(me(), extent_x), 0.0, 0.0);
}

// The nearest of `extent` elements: halves go up, what lies outside to the edge.
float nearest(float i, float extent) {
    float below = floor(i);
    float whole = i - below < 0.5 ? below : below + 1.0;
    return min(floor(min(max(0.0, whole), 1000000000.0)), extent - 1.0);
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
    gl_FragData[0] = vec4(places, 0.0);
}


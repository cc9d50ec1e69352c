// 4 at a time: edges.1
#version 330 core
// kernel void edges(float picture[][], float value<>, float least, vout[2] float3 places<>)
// How many elements each pushes to places.
uniform ivec4 _lie;
uniform float _tail;
int _lane;
in vec2 _at;
layout(location = 0) out float _target0;
float places_pushes;
uniform float least;
ivec2 _texel(int i, int width, float inverse) {
    int row = int(float(i) * inverse);
    int column = i - row * width;
    int off = column < 0 ? -1 : column >= width ? 1 : 0;
    return ivec2(column - off * width, row + off);
}
int here() { return int(gl_FragCoord.y) * _lie.x + int(gl_FragCoord.x); }
int here_x() { return int(gl_FragCoord.x); }
int here_y() { return int(gl_FragCoord.y); }
uniform sampler2D _stream_picture;
uniform ivec4 _lie_picture;
uniform vec2 _inverse_picture;
uniform int _shift_picture;
float fetch_picture(int i) { return textureLod(_stream_picture, (vec2(i & (_lie_picture.x - 1), i >> _shift_picture) + 0.5) * _inverse_picture, 0.0).x; }
float fetch_picture(int x, int y) { return textureLod(_stream_picture, (vec2(x, y) + 0.5) * _inverse_picture, 0.0).x; }

uniform sampler2D _stream_value;
uniform ivec4 _lie_value;
uniform vec2 _inverse_value;
uniform int _shift_value;
float fetch_value(int i) { return textureLod(_stream_value, (vec2(i & (_lie_value.x - 1), i >> _shift_value) + 0.5) * _inverse_value, 0.0).x; }
float fetch_value_here() { return textureLod(_stream_value, _at, 0.0).x; }

int _wid_picture() { return _lie_picture.y; }
int _hei_picture() { return _lie_picture.z; }

// The nearest of `extent` elements: halves go up, what lies outside to the edge.
int nearest(float i, int extent) {
    float whole = floor(i);
    whole = i - whole < 0.5 ? whole : whole + 1.0;
    return min(int(min(max(0.0, whole), 1e9)), extent - 1);
}

// The place of this element in the output.
vec4 position() {
    return vec4(float(here_x()), float(here_y()), 0.0, 0.0);
}

float gather_picture(vec2 i) {
    return fetch_picture(nearest(i.x, _wid_picture()), nearest(i.y, _hei_picture()));
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
void main() {
    _lane = 0;
    places_pushes = float(0.0);
    _run();
    _target0 = places_pushes;
}

// 4 at a time: edges.2
#version 330 core
// kernel void edges(float picture[][], float value<>, float least, vout[2] float3 places<>)
// What is pushed to places.
uniform ivec4 _lie;
uniform float _tail;
int _lane;
in vec2 _at;
layout(location = 0) out vec4 _target0;
vec3 places;
uniform int extent_x;
uniform float least;
ivec2 _texel(int i, int width, float inverse) {
    int row = int(float(i) * inverse);
    int column = i - row * width;
    int off = column < 0 ? -1 : column >= width ? 1 : 0;
    return ivec2(column - off * width, row + off);
}
int here() { return int(gl_FragCoord.y) * _lie.x + int(gl_FragCoord.x); }
int quotient(int i, int divisor) { return i / divisor; }
uniform sampler2D _stream_picture;
uniform ivec4 _lie_picture;
uniform vec2 _inverse_picture;
uniform int _shift_picture;
float fetch_picture(int i) { return textureLod(_stream_picture, (vec2(i & (_lie_picture.x - 1), i >> _shift_picture) + 0.5) * _inverse_picture, 0.0).x; }
float fetch_picture(int x, int y) { return textureLod(_stream_picture, (vec2(x, y) + 0.5) * _inverse_picture, 0.0).x; }

uniform sampler2D _stream_value;
uniform ivec4 _lie_value;
uniform vec2 _inverse_value;
uniform int _shift_value;
float fetch_value(int i) { return textureLod(_stream_value, (vec2(i & (_lie_value.x - 1), i >> _shift_value) + 0.5) * _inverse_value, 0.0).x; }

uniform sampler2D _stream_element_1;
uniform ivec4 _lie_element_1;
uniform vec2 _inverse_element_1;
uniform int _shift_element_1;
float fetch_element_1(int i) { return textureLod(_stream_element_1, (vec2(i & (_lie_element_1.x - 1), i >> _shift_element_1) + 0.5) * _inverse_element_1, 0.0).x; }
float fetch_element_1_here() { return textureLod(_stream_element_1, _at, 0.0).x; }

uniform sampler2D _stream_turn;
uniform ivec4 _lie_turn;
uniform vec2 _inverse_turn;
uniform int _shift_turn;
float fetch_turn(int i) { return textureLod(_stream_turn, (vec2(i & (_lie_turn.x - 1), i >> _shift_turn) + 0.5) * _inverse_turn, 0.0).x; }
float fetch_turn_here() { return textureLod(_stream_turn, _at, 0.0).x; }

int _wid_picture() { return _lie_picture.y; }
int _hei_picture() { return _lie_picture.z; }

// The nearest of `extent` elements: halves go up, what lies outside to the edge.
int nearest(float i, int extent) {
    float whole = floor(i);
    whole = i - whole < 0.5 ? whole : whole + 1.0;
    return min(int(min(max(0.0, whole), 1e9)), extent - 1);
}

int remainder(int i, int divisor) {
    return i - quotient(i, divisor) * divisor;
}

// The element that pushes.
int me() {
    return int(fetch_element_1_here());
}

// The place of this element in the output.
vec4 position() {
    return vec4(float(remainder(me(), extent_x)), float(quotient(me(), extent_x)), 0.0, 0.0);
}

float gather_picture(vec2 i) {
    return fetch_picture(nearest(i.x, _wid_picture()), nearest(i.y, _hei_picture()));
}

void _run() {
    float wanted = fetch_turn_here();
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
void main() {
    _lane = 0;
    places = vec3(0.0);
    _run();
    _target0 = vec4(places, 0.0);
}

// 1 at a time: edges.1
#version 330 core
// kernel void edges(float picture[][], float value<>, float least, vout[2] float3 places<>)
// How many elements each pushes to places.
uniform ivec4 _lie;
uniform float _tail;
int _lane;
in vec2 _at;
layout(location = 0) out float _target0;
float places_pushes;
uniform float least;
ivec2 _texel(int i, int width, float inverse) {
    int row = int(float(i) * inverse);
    int column = i - row * width;
    int off = column < 0 ? -1 : column >= width ? 1 : 0;
    return ivec2(column - off * width, row + off);
}
int here() { return int(gl_FragCoord.y) * _lie.x + int(gl_FragCoord.x); }
int here_x() { return int(gl_FragCoord.x); }
int here_y() { return int(gl_FragCoord.y); }
uniform sampler2D _stream_picture;
uniform ivec4 _lie_picture;
uniform vec2 _inverse_picture;
uniform int _shift_picture;
float fetch_picture(int i) { return textureLod(_stream_picture, (vec2(i & (_lie_picture.x - 1), i >> _shift_picture) + 0.5) * _inverse_picture, 0.0).x; }
float fetch_picture(int x, int y) { return textureLod(_stream_picture, (vec2(x, y) + 0.5) * _inverse_picture, 0.0).x; }

uniform sampler2D _stream_value;
uniform ivec4 _lie_value;
uniform vec2 _inverse_value;
uniform int _shift_value;
float fetch_value(int i) { return textureLod(_stream_value, (vec2(i & (_lie_value.x - 1), i >> _shift_value) + 0.5) * _inverse_value, 0.0).x; }
float fetch_value_here() { return textureLod(_stream_value, _at, 0.0).x; }

int _wid_picture() { return _lie_picture.y; }
int _hei_picture() { return _lie_picture.z; }

// The nearest of `extent` elements: halves go up, what lies outside to the edge.
int nearest(float i, int extent) {
    float whole = floor(i);
    whole = i - whole < 0.5 ? whole : whole + 1.0;
    return min(int(min(max(0.0, whole), 1e9)), extent - 1);
}

// The place of this element in the output.
vec4 position() {
    return vec4(float(here_x()), float(here_y()), 0.0, 0.0);
}

float gather_picture(vec2 i) {
    return fetch_picture(nearest(i.x, _wid_picture()), nearest(i.y, _hei_picture()));
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
void main() {
    _lane = 0;
    places_pushes = float(0.0);
    _run();
    _target0 = places_pushes;
}

// 1 at a time: edges.2
#version 330 core
// kernel void edges(float picture[][], float value<>, float least, vout[2] float3 places<>)
// What is pushed to places.
uniform ivec4 _lie;
uniform float _tail;
int _lane;
in vec2 _at;
layout(location = 0) out vec4 _target0;
vec3 places;
uniform int extent_x;
uniform float least;
ivec2 _texel(int i, int width, float inverse) {
    int row = int(float(i) * inverse);
    int column = i - row * width;
    int off = column < 0 ? -1 : column >= width ? 1 : 0;
    return ivec2(column - off * width, row + off);
}
int here() { return int(gl_FragCoord.y) * _lie.x + int(gl_FragCoord.x); }
int quotient(int i, int divisor) { return i / divisor; }
uniform sampler2D _stream_picture;
uniform ivec4 _lie_picture;
uniform vec2 _inverse_picture;
uniform int _shift_picture;
float fetch_picture(int i) { return textureLod(_stream_picture, (vec2(i & (_lie_picture.x - 1), i >> _shift_picture) + 0.5) * _inverse_picture, 0.0).x; }
float fetch_picture(int x, int y) { return textureLod(_stream_picture, (vec2(x, y) + 0.5) * _inverse_picture, 0.0).x; }

uniform sampler2D _stream_value;
uniform ivec4 _lie_value;
uniform vec2 _inverse_value;
uniform int _shift_value;
float fetch_value(int i) { return textureLod(_stream_value, (vec2(i & (_lie_value.x - 1), i >> _shift_value) + 0.5) * _inverse_value, 0.0).x; }

uniform sampler2D _stream_element_1;
uniform ivec4 _lie_element_1;
uniform vec2 _inverse_element_1;
uniform int _shift_element_1;
float fetch_element_1(int i) { return textureLod(_stream_element_1, (vec2(i & (_lie_element_1.x - 1), i >> _shift_element_1) + 0.5) * _inverse_element_1, 0.0).x; }
float fetch_element_1_here() { return textureLod(_stream_element_1, _at, 0.0).x; }

uniform sampler2D _stream_turn;
uniform ivec4 _lie_turn;
uniform vec2 _inverse_turn;
uniform int _shift_turn;
float fetch_turn(int i) { return textureLod(_stream_turn, (vec2(i & (_lie_turn.x - 1), i >> _shift_turn) + 0.5) * _inverse_turn, 0.0).x; }
float fetch_turn_here() { return textureLod(_stream_turn, _at, 0.0).x; }

int _wid_picture() { return _lie_picture.y; }
int _hei_picture() { return _lie_picture.z; }

// The nearest of `extent` elements: halves go up, what lies outside to the edge.
int nearest(float i, int extent) {
    float whole = floor(i);
    whole = i - whole < 0.5 ? whole : whole + 1.0;
    return min(int(min(max(0.0, whole), 1e9)), extent - 1);
}

int remainder(int i, int divisor) {
    return i - quotient(i, divisor) * divisor;
}

// The element that pushes.
int me() {
    return int(fetch_element_1_here());
}

// The place of this element in the output.
vec4 position() {
    return vec4(float(remainder(me(), extent_x)), float(quotient(me(), extent_x)), 0.0, 0.0);
}

float gather_picture(vec2 i) {
    return fetch_picture(nearest(i.x, _wid_picture()), nearest(i.y, _hei_picture()));
}

void _run() {
    float wanted = fetch_turn_here();
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
void main() {
    _lane = 0;
    places = vec3(0.0);
    _run();
    _target0 = vec4(places, 0.0);
}


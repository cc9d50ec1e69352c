// 4 at a time: meet
#version 300 es
// kernel void meet(Ray ray<>, Sphere spheres[], float count, out Hit hit<>)
precision highp float;
precision highp int;
precision highp sampler2D;
layout(location = 0) out float hit_distance;
layout(location = 1) out float hit_number;
layout(location = 2) out vec4 _target2; // the output's texel, of four numbers: there is none of three
vec3 hit_normal; // the element that is computed
uniform float count_1;

in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_ray_origin; // the texture that the stream is in

uniform sampler2D _stream_ray_way;

uniform sampler2D _stream_ray_reach;

uniform sampler2D _stream_spheres_centre;
uniform ivec4 _layout_spheres_centre; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_spheres_centre; // 1 / texels a row, and 1 / rows of texels
uniform int _shift_spheres_centre; // the texels a row are 2 to this power

uniform sampler2D _stream_spheres_radius;
uniform ivec4 _layout_spheres_radius;
uniform vec2 _inverse_spheres_radius;
uniform int _shift_spheres_radius;
// The element at the output's own place: the stream lies texel for texel as the output does.
vec3 fetch_ray_origin_here() { return textureLod(_stream_ray_origin, _at, 0.0).xyz; }
vec3 fetch_ray_way_here() { return textureLod(_stream_ray_way, _at, 0.0).xyz; }
float fetch_ray_reach_here() { return textureLod(_stream_ray_reach, _at, 0.0).x; }
// Element i. Rows of the texture have a power of two texels: row and column are exact.
vec3 fetch_spheres_centre(int i) { return textureLod(_stream_spheres_centre, (vec2(float(i & (_layout_spheres_centre.x - 1)), float(i >> _shift_spheres_centre)) + 0.5) * _inverse_spheres_centre, 0.0).xyz; }
float fetch_spheres_radius(int i) { return textureLod(_stream_spheres_radius, (vec2(float(i & (_layout_spheres_radius.x - 1)), float(i >> _shift_spheres_radius)) + 0.5) * _inverse_spheres_radius, 0.0).x; }

// The nearest of `extent` elements: halves go up, what lies outside to the edge.
int nearest(float i, int extent) {
    float below = floor(i);
    float whole = i - below < 0.5 ? below : below + 1.0;
    return min(int(min(max(0.0, whole), 1000000000.0)), extent - 1);
}

vec3 gather_spheres_centre(float i) {
    return fetch_spheres_centre(nearest(i, _layout_spheres_centre.w));
}

float gather_spheres_radius(float i) {
    return fetch_spheres_radius(nearest(i, _layout_spheres_radius.w));
}

float nearer(vec3 ray_origin, vec3 ray_way, float ray_reach, vec3 sphere_centre, float sphere_radius, out float distance_1) {
    distance_1 = 0.0;
    vec3 to = sphere_centre - ray_origin;
    float along = dot(to, ray_way);
    float gap = dot(to, to) - along * along;
    float half_1 = sphere_radius * sphere_radius - gap;
    distance_1 = 0.0;
    if (half_1 < 0.0 || along < 0.0) {
        return 0.0;
    }
    distance_1 = along - sqrt(half_1);
    return float(distance_1 < ray_reach);
}

void _run() {
    vec3 ray_origin = fetch_ray_origin_here();
    vec3 ray_way = fetch_ray_way_here();
    float ray_reach = fetch_ray_reach_here();
    float distance_1 = 0.0;
    vec3 input_origin = ray_origin;
    vec3 input_way = ray_way;
    float input_reach = ray_reach;
    hit_number = -1.0;
    hit_distance = ray_reach;
    hit_normal = vec3(0.0);
    for (float i = 0.0; (i < count_1) == true; i += 1.0) {
        float nearer_1 = 0.0;
        nearer_1 = nearer(input_origin, input_way, input_reach, gather_spheres_centre(i), gather_spheres_radius(i), distance_1);
        if (!(nearer_1 != 0.0)) {
            continue;
        }
        input_reach = distance_1;
        hit_distance = distance_1;
        hit_number = i;
        hit_normal = normalize(ray_origin + distance_1 * ray_way - gather_spheres_centre(i));
        if (distance_1 <= 0.0) {
            break;
        }
    }
}

// Runs the kernel, and makes a texel of its element.
void main() {
    _run();
    _target2 = vec4(hit_normal, 0.0);
}

// 1 at a time: meet.1
#version 300 es
// kernel void meet(Ray ray<>, Sphere spheres[], float count, out Hit hit<>)
// The part of it for hit.distance.
precision highp float;
precision highp int;
precision highp sampler2D;
layout(location = 0) out float hit_distance;
uniform float count_1;

in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_ray_origin; // the texture that the stream is in

uniform sampler2D _stream_ray_way;

uniform sampler2D _stream_ray_reach;

uniform sampler2D _stream_spheres_centre;
uniform ivec4 _layout_spheres_centre; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_spheres_centre; // 1 / texels a row, and 1 / rows of texels
uniform int _shift_spheres_centre; // the texels a row are 2 to this power

uniform sampler2D _stream_spheres_radius;
uniform ivec4 _layout_spheres_radius;
uniform vec2 _inverse_spheres_radius;
uniform int _shift_spheres_radius;
// The element at the output's own place: the stream lies texel for texel as the output does.
vec3 fetch_ray_origin_here() { return textureLod(_stream_ray_origin, _at, 0.0).xyz; }
vec3 fetch_ray_way_here() { return textureLod(_stream_ray_way, _at, 0.0).xyz; }
float fetch_ray_reach_here() { return textureLod(_stream_ray_reach, _at, 0.0).x; }
// Element i. Rows of the texture have a power of two texels: row and column are exact.
vec3 fetch_spheres_centre(int i) { return textureLod(_stream_spheres_centre, (vec2(float(i & (_layout_spheres_centre.x - 1)), float(i >> _shift_spheres_centre)) + 0.5) * _inverse_spheres_centre, 0.0).xyz; }
float fetch_spheres_radius(int i) { return textureLod(_stream_spheres_radius, (vec2(float(i & (_layout_spheres_radius.x - 1)), float(i >> _shift_spheres_radius)) + 0.5) * _inverse_spheres_radius, 0.0).x; }

// The nearest of `extent` elements: halves go up, what lies outside to the edge.
int nearest(float i, int extent) {
    float below = floor(i);
    float whole = i - below < 0.5 ? below : below + 1.0;
    return min(int(min(max(0.0, whole), 1000000000.0)), extent - 1);
}

vec3 gather_spheres_centre(float i) {
    return fetch_spheres_centre(nearest(i, _layout_spheres_centre.w));
}

float gather_spheres_radius(float i) {
    return fetch_spheres_radius(nearest(i, _layout_spheres_radius.w));
}

float nearer(vec3 ray_origin, vec3 ray_way, float ray_reach, vec3 sphere_centre, float sphere_radius, out float distance_1) {
    distance_1 = 0.0;
    vec3 to = sphere_centre - ray_origin;
    float along = dot(to, ray_way);
    float gap = dot(to, to) - along * along;
    float half_1 = sphere_radius * sphere_radius - gap;
    distance_1 = 0.0;
    if (half_1 < 0.0 || along < 0.0) {
        return 0.0;
    }
    distance_1 = along - sqrt(half_1);
    return float(distance_1 < ray_reach);
}

void main() {
    vec3 ray_origin = fetch_ray_origin_here();
    vec3 ray_way = fetch_ray_way_here();
    float ray_reach = fetch_ray_reach_here();
    float distance_1 = 0.0;
    vec3 input_origin = ray_origin;
    vec3 input_way = ray_way;
    float input_reach = ray_reach;
    hit_distance = ray_reach;
    for (float i = 0.0; (i < count_1) == true; i += 1.0) {
        float nearer_1 = 0.0;
        nearer_1 = nearer(input_origin, input_way, input_reach, gather_spheres_centre(i), gather_spheres_radius(i), distance_1);
        if (!(nearer_1 != 0.0)) {
            continue;
        }
        input_reach = distance_1;
        hit_distance = distance_1;
        if (distance_1 <= 0.0) {
            break;
        }
    }
}

// 1 at a time: meet.2
#version 300 es
// kernel void meet(Ray ray<>, Sphere spheres[], float count, out Hit hit<>)
// The part of it for hit.number.
precision highp float;
precision highp int;
precision highp sampler2D;
layout(location = 0) out float hit_number;
uniform float count_1;

in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_ray_origin; // the texture that the stream is in

uniform sampler2D _stream_ray_way;

uniform sampler2D _stream_ray_reach;

uniform sampler2D _stream_spheres_centre;
uniform ivec4 _layout_spheres_centre; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_spheres_centre; // 1 / texels a row, and 1 / rows of texels
uniform int _shift_spheres_centre; // the texels a row are 2 to this power

uniform sampler2D _stream_spheres_radius;
uniform ivec4 _layout_spheres_radius;
uniform vec2 _inverse_spheres_radius;
uniform int _shift_spheres_radius;
// The element at the output's own place: the stream lies texel for texel as the output does.
vec3 fetch_ray_origin_here() { return textureLod(_stream_ray_origin, _at, 0.0).xyz; }
vec3 fetch_ray_way_here() { return textureLod(_stream_ray_way, _at, 0.0).xyz; }
float fetch_ray_reach_here() { return textureLod(_stream_ray_reach, _at, 0.0).x; }
// Element i. Rows of the texture have a power of two texels: row and column are exact.
vec3 fetch_spheres_centre(int i) { return textureLod(_stream_spheres_centre, (vec2(float(i & (_layout_spheres_centre.x - 1)), float(i >> _shift_spheres_centre)) + 0.5) * _inverse_spheres_centre, 0.0).xyz; }
float fetch_spheres_radius(int i) { return textureLod(_stream_spheres_radius, (vec2(float(i & (_layout_spheres_radius.x - 1)), float(i >> _shift_spheres_radius)) + 0.5) * _inverse_spheres_radius, 0.0).x; }

// The nearest of `extent` elements: halves go up, what lies outside to the edge.
int nearest(float i, int extent) {
    float below = floor(i);
    float whole = i - below < 0.5 ? below : below + 1.0;
    return min(int(min(max(0.0, whole), 1000000000.0)), extent - 1);
}

vec3 gather_spheres_centre(float i) {
    return fetch_spheres_centre(nearest(i, _layout_spheres_centre.w));
}

float gather_spheres_radius(float i) {
    return fetch_spheres_radius(nearest(i, _layout_spheres_radius.w));
}

float nearer(vec3 ray_origin, vec3 ray_way, float ray_reach, vec3 sphere_centre, float sphere_radius, out float distance_1) {
    distance_1 = 0.0;
    vec3 to = sphere_centre - ray_origin;
    float along = dot(to, ray_way);
    float gap = dot(to, to) - along * along;
    float half_1 = sphere_radius * sphere_radius - gap;
    distance_1 = 0.0;
    if (half_1 < 0.0 || along < 0.0) {
        return 0.0;
    }
    distance_1 = along - sqrt(half_1);
    return float(distance_1 < ray_reach);
}

void main() {
    vec3 ray_origin = fetch_ray_origin_here();
    vec3 ray_way = fetch_ray_way_here();
    float ray_reach = fetch_ray_reach_here();
    float distance_1 = 0.0;
    vec3 input_origin = ray_origin;
    vec3 input_way = ray_way;
    float input_reach = ray_reach;
    hit_number = -1.0;
    for (float i = 0.0; (i < count_1) == true; i += 1.0) {
        float nearer_1 = 0.0;
        nearer_1 = nearer(input_origin, input_way, input_reach, gather_spheres_centre(i), gather_spheres_radius(i), distance_1);
        if (!(nearer_1 != 0.0)) {
            continue;
        }
        input_reach = distance_1;
        hit_number = i;
        if (distance_1 <= 0.0) {
            break;
        }
    }
}

// 1 at a time: meet.3
#version 300 es
// kernel void meet(Ray ray<>, Sphere spheres[], float count, out Hit hit<>)
// The part of it for hit.normal.
precision highp float;
precision highp int;
precision highp sampler2D;
layout(location = 0) out vec4 _target0; // the output's texel, of four numbers: there is none of three
vec3 hit_normal; // the element that is computed
uniform float count_1;

in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

uniform sampler2D _stream_ray_origin; // the texture that the stream is in

uniform sampler2D _stream_ray_way;

uniform sampler2D _stream_ray_reach;

uniform sampler2D _stream_spheres_centre;
uniform ivec4 _layout_spheres_centre; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
uniform vec2 _inverse_spheres_centre; // 1 / texels a row, and 1 / rows of texels
uniform int _shift_spheres_centre; // the texels a row are 2 to this power

uniform sampler2D _stream_spheres_radius;
uniform ivec4 _layout_spheres_radius;
uniform vec2 _inverse_spheres_radius;
uniform int _shift_spheres_radius;
// The element at the output's own place: the stream lies texel for texel as the output does.
vec3 fetch_ray_origin_here() { return textureLod(_stream_ray_origin, _at, 0.0).xyz; }
vec3 fetch_ray_way_here() { return textureLod(_stream_ray_way, _at, 0.0).xyz; }
float fetch_ray_reach_here() { return textureLod(_stream_ray_reach, _at, 0.0).x; }
// Element i. Rows of the texture have a power of two texels: row and column are exact.
vec3 fetch_spheres_centre(int i) { return textureLod(_stream_spheres_centre, (vec2(float(i & (_layout_spheres_centre.x - 1)), float(i >> _shift_spheres_centre)) + 0.5) * _inverse_spheres_centre, 0.0).xyz; }
float fetch_spheres_radius(int i) { return textureLod(_stream_spheres_radius, (vec2(float(i & (_layout_spheres_radius.x - 1)), float(i >> _shift_spheres_radius)) + 0.5) * _inverse_spheres_radius, 0.0).x; }

// The nearest of `extent` elements: halves go up, what lies outside to the edge.
int nearest(float i, int extent) {
    float below = floor(i);
    float whole = i - below < 0.5 ? below : below + 1.0;
    return min(int(min(max(0.0, whole), 1000000000.0)), extent - 1);
}

vec3 gather_spheres_centre(float i) {
    return fetch_spheres_centre(nearest(i, _layout_spheres_centre.w));
}

float gather_spheres_radius(float i) {
    return fetch_spheres_radius(nearest(i, _layout_spheres_radius.w));
}

float nearer(vec3 ray_origin, vec3 ray_way, float ray_reach, vec3 sphere_centre, float sphere_radius, out float distance_1) {
    distance_1 = 0.0;
    vec3 to = sphere_centre - ray_origin;
    float along = dot(to, ray_way);
    float gap = dot(to, to) - along * along;
    float half_1 = sphere_radius * sphere_radius - gap;
    distance_1 = 0.0;
    if (half_1 < 0.0 || along < 0.0) {
        return 0.0;
    }
    distance_1 = along - sqrt(half_1);
    return float(distance_1 < ray_reach);
}

void _run() {
    vec3 ray_origin = fetch_ray_origin_here();
    vec3 ray_way = fetch_ray_way_here();
    float ray_reach = fetch_ray_reach_here();
    float distance_1 = 0.0;
    vec3 input_origin = ray_origin;
    vec3 input_way = ray_way;
    float input_reach = ray_reach;
    hit_normal = vec3(0.0);
    for (float i = 0.0; (i < count_1) == true; i += 1.0) {
        float nearer_1 = 0.0;
        nearer_1 = nearer(input_origin, input_way, input_reach, gather_spheres_centre(i), gather_spheres_radius(i), distance_1);
        if (!(nearer_1 != 0.0)) {
            continue;
        }
        input_reach = distance_1;
        hit_normal = normalize(ray_origin + distance_1 * ray_way - gather_spheres_centre(i));
        if (distance_1 <= 0.0) {
            break;
        }
    }
}

// Runs the kernel, and makes a texel of its element.
void main() {
    _run();
    _target0 = vec4(hit_normal, 0.0);
}


//! The ray kernels, written by hand.

/// The kernels of `demos/brook/raytrace.br`, written by hand for a GPU, on the same streams.
pub const SETUP: &str = "constant vec3 eye, corner, right, down; constant float columns, samples, first_row;
output vec4 origin, way, weight;
void main() {
    float number = float(here());
    float each = samples * samples;
    float pixel = floor((number + 0.5) / each);
    float nth = number - each * pixel;
    float row = floor((pixel + 0.5) / columns);
    float column = pixel - columns * row;
    float nth_row = floor((nth + 0.5) / samples);
    float x = column + (nth - samples * nth_row + 0.5) / samples;
    float y = first_row + row + (nth_row + 0.5) / samples;
    origin = vec4(eye, number);
    way = vec4(normalize(corner + x * right + y * down), 1e18);
    weight = vec4(1.0, 1.0, 1.0, 0.0) / each;
}";

pub const BEGIN: &str = "input vec4 way; output vec4 hit;
void main() { hit = vec4(fetch(way, here()).w, 0.0, 0.0, -1.0); }";

pub const INTERSECT: &str =
    "input vec4 origin, way, before; input vec3 triangles; constant index steps; output vec4 hit;
#include \"nearest\"
void main() {
    hit = nearest(fetch(origin, here()).xyz, fetch(way, here()).xyz, fetch(before, here()));
}";

/// Finds the nearest triangle that a ray hits. Triangles are given as a corner and two sides. The result is the distance, two
/// barycentric coordinates, and the index of the triangle.
pub const NEAREST: &str = "
vec4 nearest(vec3 origin, vec3 way, vec4 before) {
    vec4 found = before;
    for (index i = 0; i < steps; i++) {
        vec3 ab = fetch(triangles, 1, i);
        vec3 ac = fetch(triangles, 2, i);
        vec3 p = cross(way, ac);
        float determinant = dot(ab, p);
        vec3 s = origin - fetch(triangles, 0, i);
        vec3 q = cross(s, ab);
        vec3 m = vec3(dot(ac, q), dot(s, p), dot(way, q)) / (determinant == 0.0 ? 1.0 : determinant);
        bool inside = determinant != 0.0 && m.y >= 0.0 && m.z >= 0.0 && m.y + m.z <= 1.0;
        found = inside && m.x > 0.0 && m.x < found.x ? vec4(m, float(i)) : found;
    }
    return found;
}
";

pub const SHADE: &str = "input vec4 origin, way, weight, hit; input vec4 facets, materials;
constant vec3 lamp, light, ambient, ground, sky; constant float samples; output vec4 colour;
#include \"shaded\"
void main() {
    vec4 from = fetch(origin, here());
    vec3 seen = shaded(from.xyz, fetch(way, here()).xyz, fetch(hit, here()));
    colour = vec4(fetch(weight, here()).xyz * seen, floor((from.w + 0.5) / (samples * samples)));
}";

pub const SHADED: &str = "
vec3 shaded(vec3 origin, vec3 way, vec4 hit) {
    vec4 facet = fetch(facets, 4 * index(max(hit.w, 0.0)));
    vec3 lit = lamp - (origin + hit.x * way);
    float towards = dot(facet.xyz, normalize(lit)) * (dot(facet.xyz, way) > 0.0 ? -1.0 : 1.0);
    vec3 seen = fetch(materials, 4 * index(facet.w)).xyz * (ambient + light * max(towards, 0.0));
    return hit.w < 0.0 ? mix(ground, sky, clamp(0.5 + 0.5 * way.y, 0.0, 1.0)) : seen;
}
";

/// All three kernels in one, for one ray per pixel. Intermediate results are never written to textures.
pub const ONE_PASS: &str = "input vec3 triangles; input vec4 facets, materials;
constant vec3 eye, corner, right, down, lamp, light, ambient, ground, sky; constant float columns; constant index steps;
output vec4 colour;
#include \"nearest\"
#include \"shaded\"
void main() {
    float number = float(here());
    float row = floor((number + 0.5) / columns);
    vec3 way = normalize(corner + (number - columns * row + 0.5) * right + (row + 0.5) * down);
    vec4 hit = nearest(eye, way, vec4(1e18, 0.0, 0.0, -1.0));
    colour = vec4(shaded(eye, way, hit), number);
}";

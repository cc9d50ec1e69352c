// raytrace_enter: where rays begin to walk through the grid.
// Purcell et al. 2002; the setup of Brook's ray tracer (Buck et al., section 5.1).
#include "shared/raytrace_cell.glsl"
input vec4 origin;
constant vec3 low; // of the grid
output vec4 walk;
output vec4 reach;

void main() {
    vec3 o = fetch(origin, here()).xyz;
    vec4 to = fetch(way, here());
    vec3 slope = slope_of(to.xyz);
    vec3 inverse = 1.0 / slope;
    vec3 a = (low - o) * inverse;
    vec3 b = (low + counts * size - o) * inverse;
    vec3 into = min(a, b);
    vec3 out_of = max(a, b);
    float enter = max(max(into.x, into.y), max(into.z, 0.0));
    float leave = min(min(out_of.x, out_of.y), min(out_of.z, to.w));
    vec3 cell = clamp(floor((o + enter * to.xyz - low) / size), vec3(0.0), counts - 1.0);
    vec2 list = list_of(cell);
    walk = vec4(cell, list.x);
    reach = vec4((low + (cell + step(0.0, slope)) * size - o) * inverse, enter <= leave ? list.x + list.y : -1.0);
}

// raytrace_traverse: a ray whose cell has no more triangles goes to the next, or walks no more.
// Purcell et al. 2002, a pass for each step; beside the kernels of Brook's Ray (Buck et al., section 5.1).
#include "shared/raytrace_cell.glsl"
#include "shared/raytrace_light.glsl"
input vec4 hits;
input vec4 walk_before;
input vec4 reach_before;
output vec4 walk;
output vec4 reach;

void main() {
    vec4 at = fetch(walk_before, here());
    vec4 next = fetch(reach_before, here());
    vec4 to = fetch(way, here());
    vec4 hit = fetch(hits, here());
    vec3 slope = slope_of(to.xyz);
    vec3 onwards = step(0.0, slope);
    float until = min(next.x, min(next.y, next.z));
    // What is hit in a cell farther on may be in this one's list; what stands before a light needs not be the nearest.
    bool walks = hit.x > until && !(seeks_light(to) && hit.w > 0.0);
    vec3 along = until == next.x ? vec3(1.0, 0.0, 0.0) : (until == next.y ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, 1.0));
    vec3 cell = at.xyz + along * (2.0 * onwards - 1.0);
    walks = walks && dot(along * cell, vec3(1.0)) >= 0.0 && dot(along * (counts - 1.0 - cell), vec3(1.0)) >= 0.0;
    vec2 list = list_of(clamp(cell, vec3(0.0), counts - 1.0));
    bool steps = next.w >= 0.0 && at.w >= next.w;
    walk = steps && walks ? vec4(cell, list.x) : at;
    reach = steps ? (walks ? vec4(next.xyz + along * size * abs(1.0 / slope), list.x + list.y) : vec4(next.xyz, -1.0)) : next;
}

// raytrace_intersect: a ray in a cell is held against the next of its triangles.
// Purcell et al. 2002, a pass for each; the intersection kernel of Brook's Ray (Buck et al., section 5.1).
#include "shared/raytrace_triangle.glsl"
input vec4 origin;
input vec4 way;
input vec4 corners;
input vec3 sides_b;
input vec3 sides_c;
input vec4 hits_before;
input vec4 walk_before;
input vec4 reach;
output vec4 hits;
output vec4 walk;

void main() {
    vec4 at = fetch(walk_before, here());
    vec4 hit = fetch(hits_before, here());
    bool waits = at.w < fetch(reach, here()).w;
    index i = waits ? index(at.w) : 0;
    vec4 corner = fetch(corners, i);
    vec3 o = fetch(origin, here()).xyz;
    vec4 found = nearer(o, fetch(way, here()).xyz, corner.xyz, fetch(sides_b, i), fetch(sides_c, i), corner.w, hit);
    hits = waits ? found : hit;
    walk = vec4(at.xyz, waits ? at.w + 1.0 : at.w);
}

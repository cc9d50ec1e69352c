// raytrace_grid: rays walk through a uniform grid, cell by cell, and are held against the triangles of each. Purcell et al. 2002,
// in one pass with loops; the walk is that of Amanatides and Woo 1987. Brook's Ray (Buck et al., section 5.1) has three kernels.
#include "shared/raytrace_triangle.glsl"
#include "shared/raytrace_light.glsl"
input vec4 origin;
input vec4 way;
input vec2 cells;   // the first of the triangles of each cell, and how many
input vec4 corners; // triangles, cell by cell: a corner; and a number from 1, negative of what light can pass
input vec3 sides_b; // from the corner to the second
input vec3 sides_c; // and to the third
constant vec3 low;    // of the grid
constant vec3 size;   // of a cell
constant vec3 counts; // of cells, along each axis
constant index most;  // cells that a ray can pass
output vec4 hits;

void main() {
    vec4 from = fetch(origin, here());
    vec4 to = fetch(way, here());
    vec3 o = from.xyz;
    vec3 d = to.xyz;
    vec4 hit = vec4(to.w, 0.0, 0.0, 0.0);
    // A ray along an axis never gets to the next cell of another.
    vec3 slope = vec3(abs(d.x) > 1.0e-12 ? d.x : 1.0e-12, abs(d.y) > 1.0e-12 ? d.y : 1.0e-12, abs(d.z) > 1.0e-12 ? d.z : 1.0e-12);
    vec3 inverse = 1.0 / slope;
    vec3 a = (low - o) * inverse;
    vec3 b = (low + counts * size - o) * inverse;
    vec3 into = min(a, b);
    vec3 out_of = max(a, b);
    float enter = max(max(into.x, into.y), max(into.z, 0.0));
    float leave = min(min(out_of.x, out_of.y), min(out_of.z, to.w));
    if (enter <= leave) {
        vec3 cell = clamp(floor((o + enter * d - low) / size), vec3(0.0), counts - 1.0);
        vec3 onwards = step(0.0, slope);
        vec3 stride = 2.0 * onwards - 1.0;
        vec3 next = (low + (cell + onwards) * size - o) * inverse;
        vec3 delta = size * abs(inverse);
        bool walking = true;
        for (index k = 0; k < most; k++) {
            if (!walking) {
                break;
            }
            vec2 list = fetch(cells, index(cell.x + counts.x * (cell.y + counts.y * cell.z)));
            index end = index(list.x + list.y);
            for (index i = index(list.x); i < end; i++) {
                vec4 corner = fetch(corners, i);
                hit = nearer(o, d, corner.xyz, fetch(sides_b, i), fetch(sides_c, i), corner.w, hit);
            }
            float until = min(next.x, min(next.y, next.z));
            // What is hit in a cell farther on may be in this one's list; what stands before a light needs not be the nearest.
            walking = hit.x > until && !(seeks_light(to) && hit.w > 0.0);
            vec3 along = until == next.x ? vec3(1.0, 0.0, 0.0) : (until == next.y ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, 1.0));
            cell += along * stride;
            next += along * delta;
            walking = walking && dot(along * cell, vec3(1.0)) >= 0.0 && dot(along * (counts - 1.0 - cell), vec3(1.0)) >= 0.0;
        }
    }
    hits = vec4(hit.xyz, abs(hit.w) - 1.0);
}

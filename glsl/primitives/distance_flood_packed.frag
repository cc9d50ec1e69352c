// distance_flood_packed: one pass of jump flooding (Rong and Tan 2006) over texels of four elements: keeps the nearest of the seeds that
// an element and the eight elements at `stride` around it know. Nine texels hold them for all four.
parameter index shift = 0; // 0: the stride is a multiple of 4, of which `stride` is a quarter; else the stride itself, 1 or 2
input vec4 nearest;
constant index stride;  // in texels along rows; 1 if shift is not 0
constant index texels;  // of a row
constant index columns;
constant index rows;
output vec4 flooded;
#include "shared/nearer_seed.glsl"
#include "shared/keep_nearer.glsl"

void keep_four(vec4 seeds, vec2 own, inout vec4 best, inout vec4 least) {
    keep_nearer(seeds.x, squared_distance(place_of(seeds.x), own), best.x, least.x);
    keep_nearer(seeds.y, squared_distance(place_of(seeds.y), own + vec2(1.0, 0.0)), best.y, least.y);
    keep_nearer(seeds.z, squared_distance(place_of(seeds.z), own + vec2(2.0, 0.0)), best.z, least.z);
    keep_nearer(seeds.w, squared_distance(place_of(seeds.w), own + vec2(3.0, 0.0)), best.w, least.w);
}

void main() {
    vec2 own = vec2(4.0 * float(here_x()), float(here_y()));
    vec4 best = vec4(-1.0);
    vec4 least = vec4(0.0);
    index jump = shift == 0 ? 4 * stride : shift;
    for (index v = -1; v <= 1; v++) {
        index row = here_y() + v * jump;
        if (row >= 0 && row < rows) {
            vec4 centre = fetch(nearest, here_x(), row);
            vec4 left = here_x() >= stride ? fetch(nearest, here_x() - stride, row) : vec4(-1.0);
            vec4 right = here_x() + stride < texels ? fetch(nearest, here_x() + stride, row) : vec4(-1.0);
            if (shift == 1) {
                left = vec4(left.w, centre.xyz);
                right = vec4(centre.yzw, right.x);
            }
            if (shift == 2) {
                left = vec4(left.zw, centre.xy);
                right = vec4(centre.zw, right.xy);
            }
            keep_four(left, own, best, least);
            keep_four(centre, own, best, least);
            keep_four(right, own, best, least);
        }
    }
    flooded = best;
}

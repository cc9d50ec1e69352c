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

void keep_four(vec4 seeds, float x, float y, inout vec4 best, inout vec4 least) {
    keep_nearer(seeds.x, x, y, best.x, least.x);
    keep_nearer(seeds.y, x + 1.0, y, best.y, least.y);
    keep_nearer(seeds.z, x + 2.0, y, best.z, least.z);
    keep_nearer(seeds.w, x + 3.0, y, best.w, least.w);
}

void main() {
    float x = 4.0 * float(here_x());
    float y = float(here_y());
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
            keep_four(left, x, y, best, least);
            keep_four(centre, x, y, best, least);
            keep_four(right, x, y, best, least);
        }
    }
    flooded = best;
}

// scan_rows_down_packed: combines the scan of the block before with the texels of this block of a row up to here. The down-sweep of the
// work-efficient scan (Harris 2007, section 3.2), with blocks of texels instead of pairs, for many rows at once. With `exclusive`, the
// last level is exclusive.
parameter element combine(element a, element b);
parameter index block = 4;
parameter bool top = false; // whether a row is one block, so that `sums` is not read
#include "shared/texel_of_four.glsl"
input vec4 sums;
constant bool exclusive;
constant float identity;
output vec4 scanned;
#include "shared/pick_lane.glsl"

void main() {
    index number = top ? 0 : quotient(here_x(), block);
    index first = number * block;
    bool some = number > 0;
    float before = 0.0;
    if (!top && some) {
        index texel = quotient(number - 1, 4);
        index lane = number - 1 - 4 * texel;
        vec4 four = fetch(sums, texel, here_y());
        before = pick_lane(four, lane);
    }
    for (index k = 0; k < block - 1; k++) {
        if (first + k < here_x()) {
            float texel = whole(fetch(values, first + k, here_y()));
            before = some ? combine(before, texel) : texel;
            some = true;
        }
    }
    vec4 own = fetch(values, here_x(), here_y());
    float right = combine(own.z, own.w);
    own.y = combine(own.x, own.y);
    own.z = combine(own.y, own.z);
    own.w = combine(own.y, right);
    vec4 sum = some
        ? vec4(combine(before, own.x), combine(before, own.y), combine(before, own.z), combine(before, own.w)) : own;
    scanned = exclusive ? vec4(some ? before : identity, sum.xyz) : sum;
}

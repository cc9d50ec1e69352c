// scan_pyramid_down_packed: combines the scan of the block before with the texels of this block up to here. The down-sweep of the
// work-efficient scan (Harris 2007, section 3.2), with blocks of texels instead of pairs. It is inclusive, so that it needs no identity.
// With `exclusive`, the last level is exclusive.
parameter element combine(element a, element b);
#include "shared/texel_of_four.glsl"
input vec4 sums;
constant bool exclusive;
constant float identity;
output vec4 scanned;
#include "shared/texels_before.glsl"

void main() {
    index block = quotient(here(), groups * size);
    index first = block * groups * size;
    bool some;
    float before = texels_before(first, here() - first, some);
    if (block > 0) {
        index texel = quotient(block - 1, 4);
        index lane = block - 1 - 4 * texel;
        vec4 four = fetch(sums, texel);
        float above = lane < 2 ? (lane == 0 ? four.x : four.y) : (lane == 2 ? four.z : four.w);
        before = some ? combine(above, before) : above;
        some = true;
    }
    vec4 own = fetch(values, here());
    float right = combine(own.z, own.w);
    own.y = combine(own.x, own.y);
    own.z = combine(own.y, own.z);
    own.w = combine(own.y, right);
    vec4 sum = some
        ? vec4(combine(before, own.x), combine(before, own.y), combine(before, own.z), combine(before, own.w)) : own;
    scanned = exclusive ? vec4(some ? before : identity, sum.xyz) : sum;
}

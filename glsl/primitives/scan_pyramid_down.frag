// scan_pyramid_down: combines the scan of the block before with the elements of this block up to here. The down-sweep of the
// work-efficient scan (Harris 2007, section 3.2), with blocks instead of pairs. It is inclusive, so that it needs no identity. With
// `exclusive`, the last level is exclusive.
parameter element combine(element a, element b);
#include "shared/texel_of_one.glsl"
input element sums;
constant bool exclusive;
constant element identity;
output element scanned;
#include "shared/texels_before.glsl"

void main() {
    index block = quotient(here(), groups * size);
    index first = block * groups * size;
    bool some;
    element before = texels_before(first, here() - first, some);
    if (block > 0) {
        element above = fetch(sums, block - 1);
        before = some ? combine(above, before) : above;
        some = true;
    }
    element own = fetch(values, here());
    element sum = some ? combine(before, own) : own;
    scanned = !exclusive ? sum : some ? before : identity;
}

// scan_pyramid_up_packed: four blocks of texels become one texel of four sums. The up-sweep of the work-efficient scan (Harris
// 2007, section 3.2), by blocks instead of by twos. A last sum that lacks elements is never asked for.
#include "operator"
#include "texel"
#include "block" // how many texels a block has, and what they come to
output vec4 sums;

void main() {
    index first = 4 * size * here();
    sums = vec4(block_sum(first), block_sum(first + size), block_sum(first + 2 * size), block_sum(first + 3 * size));
}

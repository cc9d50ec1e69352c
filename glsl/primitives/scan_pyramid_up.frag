// scan_pyramid_up: the elements of a block become one. The up-sweep of the work-efficient scan (Harris 2007, section 3.2), by
// blocks instead of by twos. A last sum that lacks elements is never asked for.
#include "operator"
#include "texel"
#include "block" // how many texels a block has, and what they come to
output element sums;

void main() {
    sums = block_sum(size * here());
}

// segment_up: the sums of blocks of 8 elements, each from the start of the segment that is the block's last (Sengupta et al. 2007, with
// eights instead of pairs).
parameter element combine(element a, element b);
input element values;
#include "shared/segment_starts.glsl"
output element sums;

void main() {
    index first = 8 * here();
    element sum = fetch(values, first);
    for (index k = 1; k < 8; k++) {
        index i = min(first + k, count(values) - 1);
        element own = fetch(values, i);
        element longer = start_of(i) == i ? own : combine(sum, own);
        sum = first + k < count(values) ? longer : sum;
    }
    sums = sum;
}

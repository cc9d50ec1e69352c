// segment_down: combines the elements of a block of 8 up to here, and those of the blocks before that are in the same segment (Sengupta et
// al. 2007, with eights instead of pairs).
parameter element combine(element a, element b);
input element values;
input element sums;
#include "shared/segment_starts.glsl"
output element scanned;

void main() {
    index block = quotient(here(), 8);
    index first = 8 * block;
    index start = start_of(here());
    element sum = fetch(values, here());
    for (index k = 1; k < 8; k++) {
        index i = here() - k;
        if (i >= first && i >= start) {
            sum = combine(fetch(values, max(i, 0)), sum);
        }
    }
    if (block > 0 && start < first) {
        sum = combine(fetch(sums, block - 1), sum);
    }
    scanned = sum;
}

// scan_axis_down: combines the elements of a block of 8 of a line up to here with the scan of the blocks before. The down-sweep of the
// work-efficient scan (Harris 2007, section 3.2), with eights instead of pairs, for many lines at once. With `shift` 1 the last level is
// exclusive: an element gets what is the inclusive scan of the one before it.
input element values;
input element sums;
constant bool top;    // whether a line is one block, so that `sums` is not read
constant index shift;
constant element identity;
#include "shared/lines.glsl"
output element scanned;
parameter element combine(element a, element b);

void main() {
    index row = quotient(here(), inner);
    index outer = quotient(row, extent);
    index place = row - outer * extent - shift;
    index block = quotient(max(place, 0), 8);
    index last = here() - min(place + shift, shift) * inner;
    element sum = fetch(values, last);
    for (index k = 1; k < 8; k++) {
        if (place - k >= 8 * block) {
            sum = combine(fetch(values, last - k * inner), sum);
        }
    }
    if (!top && block > 0) {
        index blocks = quotient(extent + 7, 8);
        sum = combine(fetch(sums, (outer * blocks + block - 1) * inner + here() - row * inner), sum);
    }
    scanned = place < 0 ? identity : sum;
}

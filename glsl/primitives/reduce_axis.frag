// reduce_axis: combines up to 64 neighbours along an axis into one, in eight groups of eight. Brook (section 4.3) combines 8 of a row in a
// pass. Here it is as many as pay off. The order of the elements is kept.
input element values;
constant index groups; // results of a line
#include "shared/lines.glsl"
output element reduced;
parameter element combine(element a, element b);

void main() {
    // here() is the index of (outer, group, inner) in C order.
    index row = quotient(here(), inner);
    index outer = quotient(row, groups);
    index start = 64 * (row - outer * groups);
    index first = (outer * extent + start) * inner + here() - row * inner;
    index left = min(extent - start, 64);
    element sum = element(0.0);
    for (index group = 0; group < left; group += 8) {
        element part = fetch(values, first + group * inner);
        for (index k = 1; k < 8; k++) {
            if (group + k < left) {
                part = combine(part, fetch(values, first + (group + k) * inner));
            }
        }
        sum = group == 0 ? part : combine(sum, part);
    }
    reduced = sum;
}

// scan_columns_up_packed: combines eight texels below each other into one, lane by lane: each lane belongs to another line. The up-sweep
// of the work-efficient scan (Harris 2007, section 3.2), with eights instead of pairs, for many lines at once. A last sum of a line that
// lacks elements is never used.
parameter element combine(element a, element b);
input vec4 values;
constant index extent; // elements of a line of what is read
constant index blocks; // and of what is written
output vec4 sums;
#include "shared/each_of_four.glsl"

void main() {
    index outer = quotient(here_y(), blocks);
    index first = 8 * (here_y() - outer * blocks);
    index y = outer * extent + first;
    index last = extent - 1 - first;
    vec4 pairs[4];
    for (index k = 0; k < 4; k++) {
        vec4 even = fetch(values, here_x(), y + min(2 * k, last));
        pairs[k] = each(even, fetch(values, here_x(), y + min(2 * k + 1, last)));
    }
    sums = each(each(pairs[0], pairs[1]), each(pairs[2], pairs[3]));
}

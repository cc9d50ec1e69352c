// scan_rows_up_packed: combines sixteen neighbouring texels of a row into one texel of four sums. The up-sweep of the work-efficient scan
// (Harris 2007, section 3.2), with sixteens instead of pairs, for many rows at once. Sums of a row that lack elements are never used.
parameter element combine(element a, element b);
#include "shared/texel_of_four.glsl"
constant index extent; // texels of a row of what is read
output vec4 sums;

element four_from(index first) {
    index last = extent - 1;
    element left = combine(whole(fetch(values, min(first, last), here_y())), whole(fetch(values, min(first + 1, last), here_y())));
    first += 2;
    return combine(left, combine(whole(fetch(values, min(first, last), here_y())), whole(fetch(values, min(first + 1, last), here_y()))));
}

void main() {
    index first = 16 * here_x();
    sums = vec4(four_from(first), four_from(first + 4), four_from(first + 8), four_from(first + 12));
}

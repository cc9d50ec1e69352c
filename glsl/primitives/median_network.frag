// median_network: the median of a square of neighbours of an element, by forgetful selection: of few more than half of them the smallest
// and the largest are left out, since neither is the median, and one of the others comes in, until three are left (as in McGuire 2008, A
// Fast, Small-Radius GPU Median Filter, after Paeth 1990).
parameter index side = 3; // an odd number
parameter index kept = 6; // of them at first: half of their number, rounded up, and one
input element picture;
constant index columns;
constant index rows;
constant index offset_x;
constant index offset_y;
#include "shared/border.glsl"
output element median;

element neighbour(const index number) {
    index v = quotient(number, side);
    index u = number - side * v;
    index x = here_x() + u - quotient(side, 2);
    index y = here_y() + v - quotient(side, 2);
    element found = fetch(picture, bounded(x, columns, offset_x), bounded(y, rows, offset_y));
    return is_zero(x, columns) || is_zero(y, rows) ? element(0.0) : found;
}

void main() {
    element s[kept];
    for (index k = 0; k < kept; k++) {
        s[k] = neighbour(k);
    }
    // Elements first to kept - 1 are left.
    for (index first = 0; first < kept - 2; first++) {
        for (index k = first + 1; k < kept; k++) {
            element less = min(s[first], s[k]);
            s[k] = max(s[first], s[k]);
            s[first] = less;
        }
        for (index k = first + 1; k < kept - 1; k++) {
            element less = min(s[k], s[kept - 1]);
            s[kept - 1] = max(s[k], s[kept - 1]);
            s[k] = less;
        }
        if (first < kept - 3) {
            // The largest makes room for another.
            s[kept - 1] = neighbour(kept + first);
        }
    }
    median = s[kept - 2];
}

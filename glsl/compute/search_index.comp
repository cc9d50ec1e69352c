// search_index: each query goes down the levels of separators, one node of 4 a level, and at last reads 3 elements and 4:
// log4 n + 2 reads in the place of the log2 n + 1 of GPU Gems ch. 37, section 37.3.2, most of them of a few words that
// stay in a cache. On the bits of floats, so that denormals keep their places.
input uvec4 sorted;
input uvec4 separators;
input uint queries;
constant index count;
constant index asked;
constant index top;  // elements to a separator of the highest level, as a logarithm; 16 to one of the lowest
constant bool upper; // the first element greater, in the place of the first not less
output float positions;
#include "compute/order.glsl"

int before(uvec4 separator, uint limit) {
    return int(separator.x < limit) + int(separator.y < limit) + int(separator.z < limit) + int(separator.w < limit);
}

void main() {
    if (here() < asked) {
        uint limit = order_of(queries[here()], false);
        // What is not greater than a number is less than the next; after NaN, the largest, there is none.
        bool all = upper && limit == 0xffffffffu;
        limit += upper && !all ? 1u : 0u;
        int found = 0;
        int level = 0;
        for (int step = top; step >= 4; step -= 2) {
            found = 4 * found + before(separators[level + found], limit);
            level += (count >> (step + 2)) + 1;
        }
        found *= 16;
        // Elements are in order: those of a group of four come before it where its last does.
        int groups = 0;
        for (int k = 0; k < 3; k++) {
            if (found + 4 * k + 3 < count) {
                groups += int(order_of(sorted[found / 4 + k].w, false) < limit);
            }
        }
        found += 4 * groups;
        if (found < count) {
            uvec4 four = sorted[found / 4];
            int less = 0;
            for (int k = 0; k < 4; k++) {
                less += int(found + k < count && order_of(four[k], false) < limit);
            }
            found += less;
        }
        positions[here()] = float(all ? count : found);
    }
}

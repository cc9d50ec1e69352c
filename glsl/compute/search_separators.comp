// search_separators: the index of a search: of each 16 elements the last, of each 4 of these the last, and so on; the highest
// level first. A level has room for one node of 4 more than its elements fill, where everything past the end is the largest
// number. What GPU Gems ch. 37, section 37.3.2, has each query read from afar is near for all.
input uint sorted;
constant index count;
constant index top; // elements to a separator of the highest level, as a logarithm; 16 to one of the lowest
output uvec4 separators;
#include "compute/order.glsl"

void main() {
    int node = here();
    int step = top;
    // Which level the node is of; after the lowest there is none.
    for (int above = top; step >= 4 && node > count >> (step + 2); above -= 2) {
        node -= (count >> (step + 2)) + 1;
        step -= 2;
    }
    if (step >= 4) {
        uvec4 separator = uvec4(0xffffffffu);
        for (int k = 0; k < 4; k++) {
            if (4 * node + k < count >> step) {
                separator[k] = order_of(sorted[((4 * node + k + 1) << step) - 1], false);
            }
        }
        separators[here()] = separator;
    }
}

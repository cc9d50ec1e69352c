// binary_search: where each query belongs among sorted elements: by leaps of falling powers of two over what lies before
// it. GPU Gems ch. 37, section 37.3.2. On the bits of floats, so that denormals keep their places.
input uint sorted;
input uint queries;
constant index count;
constant index asked;
constant index middle; // the largest power of two that is not above count
constant bool upper;   // the first element greater, in the place of the first not less
output float positions;
#include "compute/order.glsl"

void main() {
    if (here() < asked) {
        uint query = order_of(queries[here()], false);
        int found = 0;
        for (int leap = middle; leap > 0; leap /= 2) {
            if (found + leap <= count) {
                uint order = order_of(sorted[found + leap - 1], false);
                if (order < query || (upper && order == query)) {
                    found += leap;
                }
            }
        }
        positions[here()] = float(found);
    }
}

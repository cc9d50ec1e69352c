// radix_runs_count: how many records of each invocation's run have each of the 256 digits: counted in memory that is the
// invocation's own, without atomics and without barriers. The scan of all counts (Harris 2007) says where records go.
input element records;
constant index count;
constant index each;  // records of a run
constant index shift; // of the digit that is sorted by, in bits
constant bool descending;
inout uint counts;
#include "compute/order.glsl"

void main() {
    int first = here() * each;
    if (first < count) {
        int own = here() * 256;
        for (int digit = 0; digit < 256; digit++) {
            counts[own + digit] = 0u;
        }
        int last = min(first + each, count);
        for (int i = first; i < last; i++) {
            uint order = order_of(key_of(records[i]), descending);
            counts[own + int((order >> shift) & 255u)] += 1u;
        }
    }
}

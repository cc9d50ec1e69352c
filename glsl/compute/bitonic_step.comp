// bitonic_step: a step of the bitonic merge sort in memory, an invocation for each pair that is compared. GPU Gems ch. 37,
// section 37.3.1, after Batcher; each stage begins with a mirrored step, so that all comparisons put the smaller first and
// what would lie past the end never moves: any length goes.
inout element records;
constant index count;
constant index log_offset; // how far apart two that are compared are
constant bool mirror;
constant bool descending;
#include "compute/order.glsl"

void main() {
    int offset = 1 << log_offset;
    int low = ((here() >> log_offset) << (log_offset + 1)) | (here() & (offset - 1));
    int high = mirror ? low ^ (2 * offset - 1) : low + offset;
    if (high < count) {
        element a = records[low];
        element b = records[high];
        if (precedes(b, a, descending)) {
            records[low] = b;
            records[high] = a;
        }
    }
}

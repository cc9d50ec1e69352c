// bitonic_shared: all steps of the bitonic merge sort that stay within a block, in shared memory, in one dispatch: a whole
// sort of the block, or the end of a merge that began outside. GPU Gems ch. 37, section 37.3.1, in the memory that Harris
// 2007 scans in.
inout element records;
constant index count;
constant bool merge; // the end of a merge alone
constant bool descending;
#include "compute/order.glsl"

shared element block[2 * threads];

void main() {
    int first = group() * 2 * threads;
    int live = min(count - first, 2 * threads);
    for (int k = 0; k < 2; k++) {
        int i = k * threads + thread();
        if (i < live) {
            block[i] = records[first + i];
        }
    }
    int stages = findMSB(2 * threads);
    int begin = merge ? stages : 1;
    for (int stage = begin; stage <= stages; stage++) {
        for (int log_offset = stage - 1; log_offset >= 0; log_offset--) {
            sync();
            int offset = 1 << log_offset;
            int low = ((thread() >> log_offset) << (log_offset + 1)) | (thread() & (offset - 1));
            bool mirror = !merge && log_offset == stage - 1;
            int high = mirror ? low ^ (2 * offset - 1) : low + offset;
            if (high < live) {
                element a = block[low];
                element b = block[high];
                if (precedes(b, a, descending)) {
                    block[low] = b;
                    block[high] = a;
                }
            }
        }
    }
    sync();
    for (int k = 0; k < 2; k++) {
        int i = k * threads + thread();
        if (i < live) {
            records[first + i] = block[i];
        }
    }
}

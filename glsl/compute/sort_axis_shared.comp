// sort_axis_shared: the bitonic merge sort of whole lines along an axis in shared memory, some lines a group, in one dispatch:
// GPU Gems ch. 37, section 37.3.1, in the memory that Harris 2007 scans in. Records of a key and its place in the line make it
// stable.
input uint keys;
constant index count;  // lines
constant index extent; // elements of a line
constant index inner;  // lines that lie beside each other
constant index padded; // elements of a line in shared memory, a power of two
constant bool descending;
output element sorted;
#include "compute/order.glsl"
#include "result"

shared uvec2 block[2 * threads];

// Where element i of the group is in the block: neighbours in memory are neighbours in a row, or the same places of lines side
// by side.
int slot(int i) {
    int lines = 2 * threads / padded;
    return inner == 1 ? i : (i & (lines - 1)) * padded + i / lines;
}

// Where the element in a slot is in memory, or -1 if there is none.
int address(int slot) {
    int place = slot & (padded - 1);
    int line = group() * (2 * threads / padded) + slot / padded;
    if (line >= count || place >= extent) {
        return -1;
    }
    int outer = line / inner;
    return (outer * extent + place) * inner + line - outer * inner;
}

void main() {
    for (int k = 0; k < 2; k++) {
        int own = slot(k * threads + thread());
        int at = address(own);
        if (at >= 0) {
            block[own] = uvec2(keys[at], uint(own & (padded - 1)));
        }
    }
    int stages = findMSB(padded);
    for (int stage = 1; stage <= stages; stage++) {
        for (int log_offset = stage - 1; log_offset >= 0; log_offset--) {
            sync();
            int offset = 1 << log_offset;
            int low = ((thread() >> log_offset) << (log_offset + 1)) | (thread() & (offset - 1));
            int high = log_offset == stage - 1 ? low ^ (2 * offset - 1) : low + offset;
            // What is not there is larger than all.
            if ((high & (padded - 1)) < extent) {
                uvec2 a = block[low];
                uvec2 b = block[high];
                if (precedes(b, a, descending)) {
                    block[low] = b;
                    block[high] = a;
                }
            }
        }
    }
    sync();
    for (int k = 0; k < 2; k++) {
        int own = slot(k * threads + thread());
        int at = address(own);
        if (at >= 0) {
            sorted[at] = result_of(block[own]);
        }
    }
}

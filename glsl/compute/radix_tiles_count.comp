// radix_tiles_count: as radix_count, with digits of 8 bits: how many records of each tile have each of the 256; laid out digit
// by digit, so that the scan of all (Harris 2007) says where the records of a tile with a digit go.
input element records;
constant index count;
constant index shift; // of the digit that is sorted by, in bits
constant index tiles;
constant index each;  // records an invocation
constant bool descending;
output uint counts;
#include "compute/order.glsl"

shared uint found[256];

void main() {
    for (int digit = thread(); digit < 256; digit += threads) {
        found[digit] = 0u;
    }
    sync();
    int first = group() * each * threads + thread();
    for (int k = 0; k < each; k++) {
        int i = first + k * threads;
        if (i < count) {
            uint order = order_of(key_of(records[i]), descending);
            atomicAdd(found[int((order >> shift) & 255u)], 1u);
        }
    }
    sync();
    if (group() < tiles) {
        for (int digit = thread(); digit < 256; digit += threads) {
            counts[digit * tiles + group()] = found[digit];
        }
    }
}

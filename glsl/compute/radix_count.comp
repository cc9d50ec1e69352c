// radix_count: how many records of each block have each of the 16 digits; laid out digit by digit, so that the scan of all
// (Harris 2007) says where the records of a block with a digit go.
input element records;
constant index count;
constant index shift; // of the digit that is sorted by, in bits
constant index blocks;
constant index each;  // records an invocation
constant bool descending;
output uint counts;
#include "compute/order.glsl"

shared uint found[16];

void main() {
    for (int digit = thread(); digit < 16; digit += threads) {
        found[digit] = 0u;
    }
    sync();
    int first = group() * each * threads + thread();
    for (int k = 0; k < each; k++) {
        int i = first + k * threads;
        if (i < count) {
            uint order = order_of(key_of(records[i]), descending);
            atomicAdd(found[int((order >> shift) & 15u)], 1u);
        }
    }
    sync();
    if (group() < blocks) {
        for (int digit = thread(); digit < 16; digit += threads) {
            counts[digit * blocks + group()] = found[digit];
        }
    }
}

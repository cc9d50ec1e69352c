// radix_tiles_scatter: as radix_scatter, with digits of 8 bits. Each digit has a mask of who has it in a round; whoever counts
// a digit's bits at the end of a round clears them for the next, so that a round has three barriers. The order of equal
// digits is kept; offsets are the scan (Harris 2007) of what radix_tiles_count counted.
input element records;
input uint offsets;
constant index count;
constant index shift;
constant index tiles;
constant index each;
constant bool descending;
output element sorted;
#include "compute/order.glsl"

const int WORDS = (threads + 31) / 32;

shared uint next[256];
shared uint who[256 * WORDS];

void main() {
    for (int digit = thread(); digit < 256; digit += threads) {
        next[digit] = group() < tiles ? offsets[digit * tiles + group()] : 0u;
    }
    for (int i = thread(); i < 256 * WORDS; i += threads) {
        who[i] = 0u;
    }
    sync();
    int word = thread() / 32;
    uint bit = 1u << (thread() & 31);
    int first = group() * each * threads + thread();
    for (int k = 0; k < each; k++) {
        int i = first + k * threads;
        int digit = 0;
        element record = element(0u);
        if (i < count) {
            record = records[i];
            digit = int((order_of(key_of(record), descending) >> shift) & 255u);
            atomicOr(who[word * 256 + digit], bit);
        }
        sync();
        if (i < count) {
            uint place = next[digit] + uint(bitCount(who[word * 256 + digit] & (bit - 1u)));
            for (int before = 0; before < word; before++) {
                place += uint(bitCount(who[before * 256 + digit]));
            }
            sorted[place] = record;
        }
        sync();
        for (int digit = thread(); digit < 256; digit += threads) {
            uint had = 0u;
            for (int word = 0; word < WORDS; word++) {
                had += uint(bitCount(who[word * 256 + digit]));
                who[word * 256 + digit] = 0u;
            }
            next[digit] += had;
        }
        sync();
    }
}

// radix_scatter: each record goes to its place: behind those with smaller digits, those of earlier blocks and those before
// it in its own. A place in the block is counted by bits: each digit has a mask of who has it. The order of equal digits is
// kept; offsets are the scan (Harris 2007) of what radix_count counted.
input element records;
input uint offsets;
constant index count;
constant index shift;
constant index blocks;
constant index each;
constant bool descending;
output element sorted;
#include "compute/order.glsl"

const int WORDS = threads / 32;

shared uint next[16];
shared uint who[16 * WORDS];

void main() {
    for (int digit = thread(); digit < 16; digit += threads) {
        next[digit] = group() < blocks ? offsets[digit * blocks + group()] : 0u;
    }
    int word = thread() / 32;
    uint bit = 1u << (thread() & 31);
    int first = group() * each * threads + thread();
    for (int k = 0; k < each; k++) {
        for (int i = thread(); i < 16 * WORDS; i += threads) {
            who[i] = 0u;
        }
        sync();
        int i = first + k * threads;
        int digit = 0;
        if (i < count) {
            uint order = order_of(key_of(records[i]), descending);
            digit = int((order >> shift) & 15u);
            atomicOr(who[digit * WORDS + word], bit);
        }
        sync();
        if (i < count) {
            uint place = next[digit] + uint(bitCount(who[digit * WORDS + word] & (bit - 1u)));
            for (int before = 0; before < word; before++) {
                place += uint(bitCount(who[digit * WORDS + before]));
            }
            sorted[place] = records[i];
        }
        sync();
        for (int digit = thread(); digit < 16; digit += threads) {
            uint had = 0u;
            for (int i = 0; i < WORDS; i++) {
                had += uint(bitCount(who[digit * WORDS + i]));
            }
            next[digit] += had;
        }
        sync();
    }
}

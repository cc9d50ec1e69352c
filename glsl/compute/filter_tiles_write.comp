// filter_tiles_write: the records of each tile that are kept, to where the scan of the counts (Harris 2007) says. Each
// invocation takes neighbours, asks again which are kept, and puts those side by side in shared memory; from there the group
// writes them, neighbours to neighbours.
input element records;
input uint sums; // records kept up to each tile, itself included
constant index count;
output element kept;
#include "each"
#include "predicate"

shared element tile[threads * (EACH + 1)];
shared uint places[2 * threads];

void main() {
    int first = group() * threads * EACH;
    for (int k = 0; k < EACH; k++) {
        int i = k * threads + thread();
        tile[i + i / EACH] = records[min(first + i, count - 1)];
    }
    sync();
    element own[EACH];
    uint flags = 0u;
    for (int k = 0; k < EACH; k++) {
        own[k] = tile[thread() * (EACH + 1) + k];
        if (first + thread() * EACH + k < count && keep(own[k])) {
            flags |= 1u << k;
        }
    }
    places[thread()] = uint(bitCount(flags));
    sync();
    int read = 0;
    for (int stride = 1; stride < threads; stride *= 2) {
        int write = threads - read;
        if (thread() >= stride) {
            places[write + thread()] = places[read + thread() - stride] + places[read + thread()];
        } else {
            places[write + thread()] = places[read + thread()];
        }
        read = write;
        sync();
    }
    uint place = places[read + thread()] - uint(bitCount(flags));
    for (int k = 0; k < EACH; k++) {
        if ((flags >> k & 1u) != 0u) {
            tile[place] = own[k];
            place++;
        }
    }
    sync();
    int all = int(places[read + threads - 1]);
    uint before = 0u;
    if (group() > 0 && all > 0) {
        before = sums[group() - 1];
    }
    for (int i = thread(); i < all; i += threads) {
        kept[int(before) + i] = tile[i];
    }
}

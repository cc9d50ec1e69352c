// partition_tiles_write: the records of each tile, those that are kept to where the scan of the counts (Harris 2007) says, and
// the others behind all that are kept. Each invocation takes neighbours, asks again which are kept, and puts them side by side
// in shared memory, the kept ones first; from there the group writes both parts, neighbours to neighbours.
input element records;
input uint sums; // records kept up to each tile, itself included
constant index count;
constant index tiles;
output element partitioned;
#include "each"
#include "predicate"
#include "moved"

shared element tile[threads * (EACH + 1)];
shared uint places[2 * threads];

void main() {
    int first = group() * threads * EACH;
    int live = min(count - first, threads * EACH);
    for (int k = 0; k < EACH; k++) {
        int i = k * threads + thread();
        tile[i + i / EACH] = records[min(first + i, count - 1)];
    }
    sync();
    element own[EACH];
    uint flags = 0u;
    for (int k = 0; k < EACH; k++) {
        own[k] = tile[thread() * (EACH + 1) + k];
        if (thread() * EACH + k < live && keep(own[k])) {
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
    int all = int(places[read + threads - 1]);
    int place = int(places[read + thread()]) - bitCount(flags);
    int other = all + thread() * EACH - place;
    for (int k = 0; k < EACH; k++) {
        if (thread() * EACH + k < live) {
            element record = moved(own[k], first + thread() * EACH + k);
            if ((flags >> k & 1u) != 0u) {
                tile[place] = record;
                place++;
            } else {
                tile[other] = record;
                other++;
            }
        }
    }
    sync();
    int before = 0;
    if (group() > 0 && group() < tiles) {
        before = int(sums[group() - 1]);
    }
    int behind = int(sums[tiles - 1]) + first - before;
    for (int i = thread(); i < live; i += threads) {
        partitioned[i < all ? before + i : behind + i - all] = tile[i];
    }
}

// scan_tiles: the scan of each tile, from what all tiles before it come to. Each invocation walks along neighbours in
// registers, and only what they come to is scanned across the group (Hillis and Steele; Harris 2007, algorithm 2). Elements
// go through shared memory on their way in and out, with gaps, so that neighbours in a warp use neighbours in memory.
input element values;
input element sums; // the inclusive scan of what the tiles come to; not looked at by the first
constant index count;
constant bool exclusive;
constant vec4 identity;
output element scanned;
#include "each"
#include "operator"

shared element tile[threads * (EACH + 1)];
shared element totals[2 * threads];

void main() {
    int first = group() * threads * EACH;
    for (int k = 0; k < EACH; k++) {
        int i = k * threads + thread();
        // Past the end the last element is repeated, which nothing before it sees.
        tile[i + i / EACH] = values[min(first + i, count - 1)];
    }
    sync();
    int own = thread() * (EACH + 1);
    element part[EACH];
    part[0] = tile[own];
    for (int k = 1; k < EACH; k++) {
        part[k] = combine(part[k - 1], tile[own + k]);
    }
    totals[thread()] = part[EACH - 1];
    sync();
    int read = 0;
    for (int stride = 1; stride < threads; stride *= 2) {
        int write = threads - read;
        if (thread() >= stride) {
            totals[write + thread()] = combine(totals[read + thread() - stride], totals[read + thread()]);
        } else {
            totals[write + thread()] = totals[read + thread()];
        }
        read = write;
        sync();
    }
    bool begun = false;
    element before = element(identity);
    if (thread() > 0) {
        before = totals[read + thread() - 1];
        begun = true;
    }
    if (group() > 0 && first < count) {
        element earlier = sums[group() - 1];
        before = begun ? combine(earlier, before) : earlier;
        begun = true;
    }
    element running = before;
    for (int k = 0; k < EACH; k++) {
        element next = begun ? combine(before, part[k]) : part[k];
        tile[own + k] = exclusive ? running : next;
        running = next;
    }
    sync();
    for (int k = 0; k < EACH; k++) {
        int i = k * threads + thread();
        if (first + i < count) {
            scanned[first + i] = tile[i + i / EACH];
        }
    }
}

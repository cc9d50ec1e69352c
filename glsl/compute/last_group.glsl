// last_group: what a group has in carried[0] becomes the sum of its tile; the group that is done last scans the sums of all
// tiles in place. `finished` is 0 before and after. A group sees what others wrote before they counted themselves.
shared tally carried[2 * threads];
shared bool last;

void scan_by_the_last_group(int tiles) {
    if (thread() == 0) {
        last = false;
        if (group() < tiles) {
            sums[group()] = carried[0];
            memoryBarrierBuffer();
            last = atomicAdd(finished[0], 1u) == uint(tiles - 1);
        }
    }
    sync();
    memoryBarrierBuffer();
    int all = last ? tiles : 0;
    int each = (all + threads - 1) / threads;
    int own = thread() * each;
    int end = min(own + each, all);
    if (own < end) {
        tally result = sums[own];
        for (int i = own + 1; i < end; i++) {
            result = combine(result, sums[i]);
        }
        carried[thread()] = result;
    }
    sync();
    // The rounds are the same for all of a group: none, but for the last.
    int read = 0;
    for (int stride = 1; stride < min(all, threads); stride *= 2) {
        int write = threads - read;
        if (own < end) {
            if (thread() >= stride) {
                carried[write + thread()] = combine(carried[read + thread() - stride], carried[read + thread()]);
            } else {
                carried[write + thread()] = carried[read + thread()];
            }
        }
        read = write;
        sync();
    }
    if (own < end) {
        tally running = sums[own];
        if (thread() > 0) {
            running = combine(carried[read + thread() - 1], running);
        }
        sums[own] = running;
        for (int i = own + 1; i < end; i++) {
            running = combine(running, sums[i]);
            sums[i] = running;
        }
    }
    if (last && thread() == 0) {
        finished[0] = 0u;
    }
}

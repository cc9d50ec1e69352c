// segment_tile: the segmented scan of a tile in shared memory. Elements go in and out with gaps, so that neighbours in a warp
// use neighbours in memory. Flags say whether a segment starts at an element, or before it within its invocation.
shared element tile[threads * (EACH + 1)];
shared uint flags[threads * (EACH + 1)];
shared element totals[2 * threads];
shared uint begun_in[2 * threads];

void load_tile(int first) {
    for (int k = 0; k < EACH; k++) {
        int i = k * threads + thread();
        // Past the end the last element is repeated, which nothing before it sees.
        int at = min(first + i, count - 1);
        tile[i + i / EACH] = values[at];
        flags[i + i / EACH] = heads[at] != 0.0 ? 1u : 0u;
    }
    sync();
}

// Scans the elements of each invocation, then what the invocations come to. Returns where in `totals` that is.
int scan_tile() {
    int own = thread() * (EACH + 1);
    element running = tile[own];
    uint any = flags[own];
    for (int k = 1; k < EACH; k++) {
        if (flags[own + k] != 0u) {
            running = tile[own + k];
            any = 1u;
        } else {
            running = combine(running, tile[own + k]);
        }
        tile[own + k] = running;
        flags[own + k] = any;
    }
    totals[thread()] = running;
    begun_in[thread()] = any;
    sync();
    int read = 0;
    for (int stride = 1; stride < threads; stride *= 2) {
        int write = threads - read;
        int at = read + thread();
        if (thread() >= stride && begun_in[at] == 0u) {
            totals[write + thread()] = combine(totals[at - stride], totals[at]);
            begun_in[write + thread()] = begun_in[at - stride];
        } else {
            totals[write + thread()] = totals[at];
            begun_in[write + thread()] = begun_in[at];
        }
        read = write;
        sync();
    }
    return read;
}

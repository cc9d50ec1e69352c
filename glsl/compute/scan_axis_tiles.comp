// scan_axis_tiles: the scan of each row. Some invocations of a group share a row, which they walk along tile by tile, and carry
// what the tiles so far come to. A tile is scanned as in scan_tiles (Hillis and Steele; Harris 2007, algorithm 2).
input element values;
constant index count;  // rows
constant index extent; // elements of a row
constant index width;  // invocations that share a row, a power of two
constant bool exclusive;
constant vec4 identity;
output element scanned;
#include "each"
#include "operator"

shared element tile[threads * (EACH + 1)];
shared element totals[2 * threads];

void main() {
    int lane = thread() & (width - 1);
    int base = thread() - lane;
    int row = group() * (threads / width) + base / width;
    // Rows past the end repeat the last one, and write nothing.
    int start = min(row, count - 1) * extent;
    int own = thread() * (EACH + 1);
    bool begun = false;
    element carried = element(identity);
    for (int first = 0; first < extent; first += width * EACH) {
        for (int k = 0; k < EACH; k++) {
            int i = k * width + lane;
            // Past the end the last element is repeated, which nothing before it sees.
            tile[base * (EACH + 1) + i + i / EACH] = values[start + min(first + i, extent - 1)];
        }
        sync();
        element part[EACH];
        part[0] = tile[own];
        for (int k = 1; k < EACH; k++) {
            part[k] = combine(part[k - 1], tile[own + k]);
        }
        totals[thread()] = part[EACH - 1];
        sync();
        int read = 0;
        for (int stride = 1; stride < width; stride *= 2) {
            int write = threads - read;
            if (lane >= stride) {
                totals[write + thread()] = combine(totals[read + thread() - stride], totals[read + thread()]);
            } else {
                totals[write + thread()] = totals[read + thread()];
            }
            read = write;
            sync();
        }
        element before = carried;
        bool having = begun;
        if (lane > 0) {
            element earlier = totals[read + thread() - 1];
            before = begun ? combine(carried, earlier) : earlier;
            having = true;
        }
        element running = before;
        for (int k = 0; k < EACH; k++) {
            element next = having ? combine(before, part[k]) : part[k];
            tile[own + k] = exclusive ? running : next;
            running = next;
        }
        element all = totals[read + base + width - 1];
        carried = begun ? combine(carried, all) : all;
        begun = true;
        sync();
        for (int k = 0; k < EACH; k++) {
            int i = k * width + lane;
            if (row < count && first + i < extent) {
                scanned[start + first + i] = tile[base * (EACH + 1) + i + i / EACH];
            }
        }
        sync();
    }
}

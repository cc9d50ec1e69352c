// reduce_axis_tiles: what each row comes to. Some invocations of a group share a row, which they load tile by tile, neighbours
// to neighbours (Mahardito et al., section 3.4.7), and fold in shared memory. A group has as many rows as it has room for.
// Keeps the order of the elements.
input element values;
constant index count;  // rows
constant index extent; // elements of a row
constant index width;  // invocations that share a row, a power of two
output element reduced;
#include "each"
#include "operator"

shared element tile[threads * (EACH + 1)];
shared element totals[threads];

void main() {
    int lane = thread() & (width - 1);
    int base = thread() - lane;
    int row = group() * (threads / width) + base / width;
    // Rows past the end repeat the last one, and write nothing.
    int start = min(row, count - 1) * extent;
    element result = values[start];
    for (int first = 0; first < extent; first += width * EACH) {
        int live = min(extent - first, width * EACH);
        for (int k = 0; k < EACH; k++) {
            int i = k * width + lane;
            if (i < live) {
                tile[base * (EACH + 1) + i + i / EACH] = values[start + first + i];
            }
        }
        sync();
        int having = (live + EACH - 1) / EACH;
        if (lane < having) {
            int own = thread() * (EACH + 1);
            element part = tile[own];
            for (int k = 1; k < EACH; k++) {
                if (lane * EACH + k < live) {
                    part = combine(part, tile[own + k]);
                }
            }
            totals[thread()] = part;
        }
        sync();
        for (int stride = 1; stride < having; stride *= 2) {
            int at = 2 * stride * lane;
            if (at + stride < having) {
                totals[base + at] = combine(totals[base + at], totals[base + at + stride]);
            }
            sync();
        }
        if (lane == 0) {
            result = first == 0 ? totals[base] : combine(result, totals[base]);
        }
    }
    if (lane == 0 && row < count) {
        reduced[row] = result;
    }
}

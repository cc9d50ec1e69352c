// merge_tiles: each group finds the parts of both lists that make its tile of the merged list, by binary searches along the
// merge path, and loads them; each invocation finds its own start among these, and merges from there (Green, McColl and Bader
// 2012).
input uint a;
input uint b;
constant index in_a; // elements
constant index in_b;
output uint merged;
#include "each"
#include "compute/order.glsl"
#include "compute/merge_path.glsl"

shared uint keys[threads * EACH];
shared int bounds[2];

void main() {
    int size = threads * EACH;
    int all = in_a + in_b;
    int start = min(group() * size, all);
    int end = min(start + size, all);
    if (thread() == 0) {
        bounds[0] = of_a(start);
        bounds[1] = of_a(end);
    }
    sync();
    // Of the tile, first what is from `a`, then what is from `b`.
    int first_a = bounds[0];
    int first_b = start - first_a;
    // At least 0 and at most the tile also where the lists are not sorted, so that nothing outside the tile is read.
    int own_a = clamp(bounds[1] - first_a, 0, end - start);
    int own_b = end - start - own_a;
    for (int k = thread(); k < own_a + own_b; k += threads) {
        uint key;
        if (k < own_a) {
            key = a[first_a + k];
        } else {
            key = b[first_b + k - own_a];
        }
        keys[k] = key;
    }
    sync();
    int taken = min(thread() * EACH, own_a + own_b);
    int low = max(0, taken - own_b);
    int high = min(taken, own_a);
    for (int k = 0; k < 16; k++) {
        if (low < high) {
            int middle = (low + high) / 2;
            bool right = order_of(keys[middle], false) <= order_of(keys[own_a + taken - 1 - middle], false);
            low = right ? middle + 1 : low;
            high = right ? high : middle;
        }
    }
    int i = low;
    int j = taken - low;
    uint own[EACH];
    for (int k = 0; k < EACH; k++) {
        uint first = keys[min(i, threads * EACH - 1)];
        uint second = keys[min(own_a + j, threads * EACH - 1)];
        bool from_a = j >= own_b || (i < own_a && order_of(first, false) <= order_of(second, false));
        own[k] = from_a ? first : second;
        i += from_a ? 1 : 0;
        j += from_a ? 0 : 1;
    }
    sync();
    for (int k = 0; k < EACH; k++) {
        keys[thread() * EACH + k] = own[k];
    }
    sync();
    for (int k = thread(); k < own_a + own_b; k += threads) {
        merged[start + k] = keys[k];
    }
}

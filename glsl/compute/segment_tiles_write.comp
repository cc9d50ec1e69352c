// segment_tiles_write: the segmented scan (Sengupta et al. 2007) of each tile, from what the segment that goes on there comes
// to in the tiles before it.
input element values;
input float heads;
input element increments; // the segmented scan of what the tiles come to; not looked at by the first
constant index count;
output element scanned;
#include "each"
#include "operator"
#include "compute/segment_tile.glsl"

void main() {
    int first = group() * threads * EACH;
    load_tile(first);
    int read = scan_tile();
    // What the segment that goes on into the invocation's elements comes to before them, if it does.
    bool goes_on = false;
    element before = tile[thread() * (EACH + 1)];
    bool open = true;
    if (thread() > 0) {
        before = totals[read + thread() - 1];
        goes_on = true;
        open = begun_in[read + thread() - 1] == 0u;
    }
    if (open && group() > 0 && first < count) {
        element earlier = increments[group() - 1];
        before = goes_on ? combine(earlier, before) : earlier;
        goes_on = true;
    }
    int own = thread() * (EACH + 1);
    for (int k = 0; k < EACH; k++) {
        if (goes_on && flags[own + k] == 0u) {
            tile[own + k] = combine(before, tile[own + k]);
        }
    }
    sync();
    for (int k = 0; k < EACH; k++) {
        int i = k * threads + thread();
        if (first + i < count) {
            scanned[first + i] = tile[i + i / EACH];
        }
    }
}

// segment_tiles_sums: what each tile comes to from the last start of a segment in it, and whether there is one: the pairs of
// a segmented scan (Sengupta et al. 2007) of the tiles.
input element values;
input float heads;
constant index count;
output element sums;
output float begun;
#include "each"
#include "operator"
#include "compute/segment_tile.glsl"

void main() {
    int first = group() * threads * EACH;
    load_tile(first);
    int read = scan_tile();
    if (thread() == 0 && first < count) {
        sums[group()] = totals[read + threads - 1];
        begun[group()] = float(begun_in[read + threads - 1]);
    }
}

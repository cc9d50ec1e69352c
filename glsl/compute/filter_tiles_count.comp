// filter_tiles_count: how many records of each tile are kept, then, by the group that is done last, how many of all tiles up
// to each: flags and the scan of Harris 2007 in one dispatch, with nothing stored for each record.
input element records;
constant index count;
coherent uint sums;
coherent uint finished;
#include "each"
#include "predicate"
#include "compute/add.glsl"
#include "compute/last_group.glsl"

shared uint found;

void main() {
    int tiles = (count + threads * EACH - 1) / (threads * EACH);
    int first = group() * threads * EACH + thread();
    if (thread() == 0) {
        found = 0u;
    }
    sync();
    uint own = 0u;
    for (int k = 0; k < EACH; k++) {
        if (first + k * threads < count) {
            own += keep(records[first + k * threads]) ? 1u : 0u;
        }
    }
    if (own > 0u) {
        atomicAdd(found, own);
    }
    sync();
    if (thread() == 0) {
        carried[0] = found;
    }
    scan_by_the_last_group(tiles);
}

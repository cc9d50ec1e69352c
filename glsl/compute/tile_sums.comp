// tile_sums: what each tile of elements comes to, then, by the group that is done last, what all tiles up to each come to.
// Groups of Mahardito et al., section 3.4.7, and the scan of the blocks' sums of Harris 2007 in one dispatch: nobody waits
// for a group that has not begun, and so nothing relies on the order in which groups run.
input element values;
constant index count;
constant index along; // from an invocation's first element to the next one's: 1, or EACH where the order is kept
constant index apart; // from one element of an invocation to its next: threads, or 1
coherent element sums;
coherent uint finished;
#include "each"
#include "operator"
#include "compute/last_group.glsl"

void main() {
    int tiles = (count + threads * EACH - 1) / (threads * EACH);
    int first = group() * threads * EACH;
    int live = min(count - first, threads * EACH);
    int own = thread() * along;
    int having = along == 1 ? min(live, threads) : (live + EACH - 1) / EACH;
    if (thread() < having) {
        element result = values[first + own];
        if (live == threads * EACH) {
            // All are asked for before the first is used.
            element part[EACH];
            for (int k = 1; k < EACH; k++) {
                part[k] = values[first + own + k * apart];
            }
            for (int k = 1; k < EACH; k++) {
                result = combine(result, part[k]);
            }
        } else {
            for (int k = 1; k < EACH; k++) {
                if (own + k * apart < live) {
                    result = combine(result, values[first + own + k * apart]);
                }
            }
        }
        carried[thread()] = result;
    }
    sync();
    for (int stride = 1; stride < having; stride *= 2) {
        int at = 2 * stride * thread();
        if (at + stride < having) {
            carried[at] = combine(carried[at], carried[at + stride]);
        }
        sync();
    }
    scan_by_the_last_group(tiles);
}

// reduce_interleaved_divergent: neighbours first, then neighbours of neighbours; every 2nd, 4th, 8th .. invocation works,
// found by a remainder, so that those of a warp part ways. Mahardito et al., section 3.4.1, kernel 1. Keeps the order of
// the elements; what a last group lacks is left out, so that no identity is needed.
input element values;
constant index count;
output element reduced;
#include "operator"

shared element partial[threads];

void main() {
    int live = min(count - group() * threads, threads);
    if (thread() < live) {
        partial[thread()] = values[here()];
    }
    sync();
    for (int stride = 1; stride < threads; stride *= 2) {
        if (thread() % (2 * stride) == 0 && thread() + stride < live) {
            partial[thread()] = combine(partial[thread()], partial[thread() + stride]);
        }
        sync();
    }
    if (thread() == 0 && live > 0) {
        reduced[group()] = partial[0];
    }
}

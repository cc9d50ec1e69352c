// reduce_completely_unrolled: as reduce_unroll_last_warp, with no loop left: the size of a group is known to the compiler,
// which drops the steps that it does not have. Mahardito et al., section 3.4.6, kernel 6. Every step keeps its barrier and
// its guard: see reduce_unroll_last_warp.
input element values;
constant index count;
output element reduced;
#include "operator"

shared element partial[threads];

void fold(int stride, int live) {
    if (thread() < stride && thread() + stride < live) {
        partial[thread()] = combine(partial[thread()], partial[thread() + stride]);
    }
    sync();
}

void main() {
    int first = group() * 2 * threads;
    int at = first + thread();
    int live = min(count - first, threads);
    if (at + threads < count) {
        partial[thread()] = combine(values[at], values[at + threads]);
    } else if (at < count) {
        partial[thread()] = values[at];
    }
    sync();
    if (threads > 512) { fold(512, live); }
    if (threads > 256) { fold(256, live); }
    if (threads > 128) { fold(128, live); }
    if (threads > 64) { fold(64, live); }
    if (threads > 32) { fold(32, live); }
    if (threads > 16) { fold(16, live); }
    fold(8, live);
    fold(4, live);
    fold(2, live);
    fold(1, live);
    if (thread() == 0 && live > 0) {
        reduced[group()] = partial[0];
    }
}

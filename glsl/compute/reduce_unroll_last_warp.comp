// reduce_unroll_last_warp: as reduce_first_add_during_load, the last six steps written out. Mahardito et al., section
// 3.4.5, kernel 5. The paper takes barriers and guards out of them, since a warp of 2010 ran in lock step; no OpenGL
// promises that, so that each of them keeps both here: what is saved is the loop alone.
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
    for (int stride = threads / 2; stride > 32; stride /= 2) {
        fold(stride, live);
    }
    fold(32, live);
    fold(16, live);
    fold(8, live);
    fold(4, live);
    fold(2, live);
    fold(1, live);
    if (thread() == 0 && live > 0) {
        reduced[group()] = partial[0];
    }
}

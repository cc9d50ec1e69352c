// reduce_multiple_elements: as reduce_completely_unrolled, by a fixed number of groups: each invocation goes through the
// elements in strides of all that run, two at a time, before the group folds. Mahardito et al., section 3.4.7, kernel 7,
// with the 512 groups of its section 4.1.
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
    int all = groups() * 2 * threads;
    if (at < count) {
        element result = values[at];
        if (at + threads < count) {
            result = combine(result, values[at + threads]);
        }
        for (int next = at + all; next < count; next += all) {
            result = combine(result, values[next]);
            if (next + threads < count) {
                result = combine(result, values[next + threads]);
            }
        }
        partial[thread()] = result;
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

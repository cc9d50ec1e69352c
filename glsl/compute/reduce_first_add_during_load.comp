// reduce_first_add_during_load: each invocation loads two elements and combines them at once, so that none is idle in the
// first step and half as many groups do. Mahardito et al., section 3.4.4, kernel 4. Reorders elements.
input element values;
constant index count;
output element reduced;
#include "operator"

shared element partial[threads];

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
    for (int stride = threads / 2; stride > 0; stride /= 2) {
        if (thread() < stride && thread() + stride < live) {
            partial[thread()] = combine(partial[thread()], partial[thread() + stride]);
        }
        sync();
    }
    if (thread() == 0 && live > 0) {
        reduced[group()] = partial[0];
    }
}

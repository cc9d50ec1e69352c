// reduce_sequential_addressing: the upper half is folded onto the lower, then again: neighbours in a warp use neighbours in
// memory, so that no banks meet. Mahardito et al., section 3.4.3, kernel 3. Reorders elements.
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

// reduce_interleaved_bank_conflicts: the same pairs as reduce_interleaved_divergent, worked on by the first invocations, so
// that warps stay together; their strides of 2, 4, 8 .. meet in the same banks of shared memory. Mahardito et al., section
// 3.4.2, kernel 2. Keeps the order of the elements.
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
        int at = 2 * stride * thread();
        if (at + stride < live) {
            partial[at] = combine(partial[at], partial[at + stride]);
        }
        sync();
    }
    if (thread() == 0 && live > 0) {
        reduced[group()] = partial[0];
    }
}

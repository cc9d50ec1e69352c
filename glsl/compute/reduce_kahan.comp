// reduce_kahan: compensated sums. Each invocation goes through its elements by algorithm 1 of Mahardito et al., section
// 2.5.1; the group then folds sums and compensations, by Knuth's exact sum of two. The true sum is sum - compensation.
// Compilers may not rearrange what is `precise`: without it Mesa's gives the naive sum.
input element values;
input element lacking; // the compensation of each value, but for the first level, whose elements have none
constant index count;
constant bool begin;
output element sums;
output element compensations;

shared element partial[threads];
shared element partial_rest[threads];

void merge(inout element sum, inout element rest, element other, element other_rest) {
    precise element total = sum + other;
    precise element of_other = total - sum;
    precise element lost = (sum - (total - of_other)) + (other - of_other);
    precise element all_rest = (rest + other_rest) - lost;
    sum = total;
    rest = all_rest;
}

void main() {
    int first = group() * threads;
    int live = min(count - first, threads);
    int all = groups() * threads;
    if (here() < count) {
        precise element sum = values[here()];
        precise element rest = begin ? element(0.0) : lacking[here()];
        for (int next = here() + all; next < count; next += all) {
            if (begin) {
                precise element corrected = values[next] - rest;
                precise element total = sum + corrected;
                rest = (total - sum) - corrected;
                sum = total;
            } else {
                merge(sum, rest, values[next], lacking[next]);
            }
        }
        partial[thread()] = sum;
        partial_rest[thread()] = rest;
    }
    sync();
    for (int stride = threads / 2; stride > 0; stride /= 2) {
        if (thread() < stride && thread() + stride < live) {
            element sum = partial[thread()];
            element rest = partial_rest[thread()];
            merge(sum, rest, partial[thread() + stride], partial_rest[thread() + stride]);
            partial[thread()] = sum;
            partial_rest[thread()] = rest;
        }
        sync();
    }
    if (thread() == 0 && live > 0) {
        sums[group()] = partial[0];
        compensations[group()] = partial_rest[0];
    }
}

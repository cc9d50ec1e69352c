// scan_work_efficient: the scan of a block up and down a tree in shared memory, two elements an invocation. Harris 2007,
// algorithms 3 and 4 and Listing 2, after Blelloch. The root's zero only ever comes to the first node of a level, which
// takes it as nothing: so an operator needs no identity. Inclusive, each place takes what the exclusive scan has in the
// next.
input element values;
constant index count;
constant bool exclusive;
constant vec4 identity;
output element scanned;
output element sums;
#include "operator"

shared element temporary[2 * threads];
shared element total;

void write(int place, int first) {
    if (first + place < count) {
        if (exclusive) {
            scanned[first + place] = temporary[place];
        } else if (place + 1 < 2 * threads) {
            scanned[first + place] = temporary[place + 1];
        } else {
            scanned[first + place] = total;
        }
    }
}

void main() {
    int first = group() * 2 * threads;
    int left = 2 * thread();
    temporary[left] = values[min(first + left, count - 1)];
    temporary[left + 1] = values[min(first + left + 1, count - 1)];
    int offset = 1;
    for (int nodes = threads; nodes > 0; nodes /= 2) {
        sync();
        if (thread() < nodes) {
            int a = offset * (left + 1) - 1;
            int b = offset * (left + 2) - 1;
            temporary[b] = combine(temporary[a], temporary[b]);
        }
        offset *= 2;
    }
    if (thread() == 0) {
        total = temporary[2 * threads - 1];
        temporary[2 * threads - 1] = element(identity);
        if (first < count) {
            sums[group()] = total;
        }
    }
    for (int nodes = 1; nodes <= threads; nodes *= 2) {
        offset /= 2;
        sync();
        if (thread() < nodes) {
            int a = offset * (left + 1) - 1;
            int b = offset * (left + 2) - 1;
            element of_left = temporary[a];
            element before = temporary[b];
            temporary[a] = before;
            if (thread() > 0) {
                of_left = combine(before, of_left);
            }
            temporary[b] = of_left;
        }
    }
    sync();
    write(left, first);
    write(left + 1, first);
}

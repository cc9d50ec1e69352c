// scan_bank_conflict_free: as scan_work_efficient, with a gap in shared memory after every 32 elements and another after
// every 1024, and loads from the two halves of the block: so the strides of the tree meet in different banks. Harris 2007,
// Listing 3 and blocks A to E. The listing's macro shifts by the number of banks, not its logarithm, and binds `+` before
// `>>`; its bankOffsetB is that of A. Its 16 banks are today's 32.
input element values;
constant index count;
constant bool exclusive;
constant vec4 identity;
output element scanned;
output element sums;
#include "operator"

const int LOG_BANKS = 5;

shared element temporary[2 * threads + (2 * threads >> LOG_BANKS) + (2 * threads >> (2 * LOG_BANKS))];
shared element total;

int gapped(int i) {
    return i + (i >> LOG_BANKS) + (i >> (2 * LOG_BANKS));
}

void write(int place, int first) {
    if (first + place < count) {
        if (exclusive) {
            scanned[first + place] = temporary[gapped(place)];
        } else if (place + 1 < 2 * threads) {
            scanned[first + place] = temporary[gapped(place + 1)];
        } else {
            scanned[first + place] = total;
        }
    }
}

void main() {
    int first = group() * 2 * threads;
    int left = thread();
    int right = thread() + threads;
    temporary[gapped(left)] = values[min(first + left, count - 1)];
    temporary[gapped(right)] = values[min(first + right, count - 1)];
    int offset = 1;
    for (int nodes = threads; nodes > 0; nodes /= 2) {
        sync();
        if (thread() < nodes) {
            int a = gapped(offset * (2 * thread() + 1) - 1);
            int b = gapped(offset * (2 * thread() + 2) - 1);
            temporary[b] = combine(temporary[a], temporary[b]);
        }
        offset *= 2;
    }
    if (thread() == 0) {
        total = temporary[gapped(2 * threads - 1)];
        temporary[gapped(2 * threads - 1)] = element(identity);
        if (first < count) {
            sums[group()] = total;
        }
    }
    for (int nodes = 1; nodes <= threads; nodes *= 2) {
        offset /= 2;
        sync();
        if (thread() < nodes) {
            int a = gapped(offset * (2 * thread() + 1) - 1);
            int b = gapped(offset * (2 * thread() + 2) - 1);
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
    write(right, first);
}

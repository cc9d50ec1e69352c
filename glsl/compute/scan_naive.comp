// scan_naive: the scan of a block by as many steps as it has bits, between two halves of shared memory. Harris 2007,
// algorithm 2 and Listing 1, after Hillis and Steele. The listing adds to what the other half held two steps before; here
// an element is the sum of two of the half that is read. Loads past the end repeat the last element, which nothing before
// it sees.
input element values;
constant index count;
constant bool exclusive;
constant vec4 identity;
output element scanned;
output element sums;
#include "operator"

shared element temporary[2 * threads];

void main() {
    temporary[thread()] = values[min(here(), count - 1)];
    sync();
    int read = 0;
    for (int offset = 1; offset < threads; offset *= 2) {
        int write = threads - read;
        if (thread() >= offset) {
            temporary[write + thread()] = combine(temporary[read + thread() - offset], temporary[read + thread()]);
        } else {
            temporary[write + thread()] = temporary[read + thread()];
        }
        read = write;
        sync();
    }
    if (here() < count) {
        if (!exclusive) {
            scanned[here()] = temporary[read + thread()];
        } else if (thread() > 0) {
            scanned[here()] = temporary[read + thread() - 1];
        } else {
            scanned[here()] = element(identity);
        }
    }
    if (thread() == threads - 1 && group() * threads < count) {
        sums[group()] = temporary[read + thread()];
    }
}

// scan_uniform_add: to each block but the first, what all blocks before it come to: the last step of a scan of any length.
// Harris 2007, section `Arrays of Arbitrary Size`, figure 5. The first place of an exclusive block holds nothing yet, and
// takes it as it is, so that no identity is added.
inout element scanned;
input element increments; // the inclusive scan of the sums of the blocks
constant index count;
constant bool exclusive;
constant index each; // elements an invocation
#include "operator"

void main() {
    int first = (group() + 1) * each * threads;
    for (int k = 0; k < each; k++) {
        int i = first + k * threads + thread();
        if (i < count) {
            if (exclusive && i == first) {
                scanned[i] = increments[group()];
            } else {
                scanned[i] = combine(increments[group()], scanned[i]);
            }
        }
    }
}

// merge_runs: each invocation finds by a binary search along the merge path where its run of the merged list starts in both
// lists, and merges from there, one element after the other (Green, McColl and Bader 2012, with a run in the place of a tile).
input uint a;
input uint b;
constant index in_a; // elements
constant index in_b;
constant index each; // elements of a run
output uint merged;
#include "compute/order.glsl"
#include "compute/merge_path.glsl"

void main() {
    int first = here() * each;
    int last = min(first + each, in_a + in_b);
    if (first < last) {
        int i = of_a(first);
        int j = first - i;
        uint own = a[min(i, in_a - 1)];
        uint other = b[min(j, in_b - 1)];
        for (int k = first; k < last; k++) {
            bool from_a = j >= in_b || (i < in_a && order_of(own, false) <= order_of(other, false));
            merged[k] = from_a ? own : other;
            if (from_a) {
                i++;
                own = a[min(i, in_a - 1)];
            } else {
                j++;
                other = b[min(j, in_b - 1)];
            }
        }
    }
}

// histogram_runs: each invocation counts the elements of its run in counters of its own, or sums their weights: no atomics, no
// barriers.
// Not from a paper. Counting is a scatter, which fragments do not have (GPU Gems 2, ch. 36, section 36.1).
input float x;
input float y;       // the second axis, if there is one
input float edges_x;
input float edges_y;
constant bool two;   // whether there are two axes
constant vec3 guess_x; // unit, origin and scale: a guess is floor((x * unit - origin) * scale)
constant vec3 guess_y;
constant vec3 range_x; // the first edge, the last edge, and the number of the last bin
constant vec3 range_y;
constant index count;
input float weights;
constant bool weighted;
constant index all;  // number of bins
constant index each; // number of elements of a run
inout float found;   // the counters of each run, which are 0 at first
#include "compute/histogram_bin.glsl"

void main() {
    int first = here() * each;
    int own = here() * all;
    int last = min(first + each, count);
    for (int i = first; i < last; i++) {
        int bin = bin_of(i);
        if (bin >= 0) {
            found[own + bin] += weighted ? weights[i] : 1.0;
        }
    }
}

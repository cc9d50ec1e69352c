// histogram_global: each invocation adds to the counter of its element's bin by an atomic addition.
// This is a scatter, which fragments do not have (GPU Gems 2, ch. 36, section 36.1).
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
inout uint counts;
#include "compute/histogram_bin.glsl"

void main() {
    for (int i = here(); i < count; i += groups() * threads) {
        int bin = bin_of(i);
        if (bin >= 0) {
            atomicAdd(counts[bin], 1u);
        }
    }
}

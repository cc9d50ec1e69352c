// histogram_shared: a group counts its elements in shared memory, by atomic additions, and adds its counts to those of all
// groups.
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
constant index all;  // number of bins
inout uint counts;
#include "compute/histogram_bin.glsl"

shared uint found[2048];

void main() {
    for (int bin = thread(); bin < all; bin += threads) {
        found[bin] = 0u;
    }
    sync();
    for (int i = here(); i < count; i += groups() * threads) {
        int bin = bin_of(i);
        if (bin >= 0) {
            atomicAdd(found[bin], 1u);
        }
    }
    sync();
    for (int bin = thread(); bin < all; bin += threads) {
        if (found[bin] > 0u) {
            atomicAdd(counts[bin], found[bin]);
        }
    }
}

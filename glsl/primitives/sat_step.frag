// sat_step: adds to each element those at one, two and three strides before it along an axis. Recursive doubling of a summed-area table
// (Hensley et al. 2005), with four samples a pass.
input element values;
constant index stride;
#include "shared/lines.glsl"
output element sums;

void main() {
    index place = place_of(here());
    element sum = fetch(values, here());
    for (index k = 1; k < 4; k++) {
        if (place >= k * stride) {
            sum = fetch(values, here() - k * stride * inner) + sum;
        }
    }
    sums = sum;
}

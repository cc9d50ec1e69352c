// convolve_line: each element is the sum of its neighbours along a row or a column times the weights, which are mirrored: one of the two
// passes of a separable convolution (after Hopf and Ertl 1999).
parameter index known_taps = -1; // how many weights, if that has to be known before the kernel runs
parameter bool vertical = false; // along columns
input element picture;
input float weights;
constant index taps;    // else
constant index centre;
constant index extent;  // elements of a line
constant index offset;
#include "shared/border.glsl"
output element convolved;

void main() {
    element sum = element(0.0);
    index place = (vertical ? here_y() : here_x()) + centre;
    for (index k = 0; k < (known_taps >= 0 ? known_taps : taps); k++) {
        index at = bounded(place - k, extent, offset);
        float weight = is_zero(place - k, extent) ? 0.0 : fetch(weights, k);
        sum += weight * (vertical ? fetch(picture, here_x(), at) : fetch(picture, at, here_y()));
    }
    convolved = sum;
}

// convolve_columns_packed: as `convolve_line` along columns, for the four columns of a texel at once. After Hopf and Ertl 1999: one of
// the passes of a separable convolution.
input vec4 picture;
input float weights;
constant index taps;
constant index centre;
constant index extent;
constant index offset;
#include "shared/border.glsl"
output vec4 convolved;

void main() {
    vec4 sum = vec4(0.0);
    index place = here_y() + centre;
    for (index k = 0; k < taps; k++) {
        float weight = is_zero(place - k, extent) ? 0.0 : fetch(weights, k);
        sum += weight * fetch(picture, here_x(), bounded(place - k, extent, offset));
    }
    convolved = sum;
}

// convolve_rows_packed: as `convolve_line` along rows, for the four elements of a texel at once. Each texel that is read is multiplied by
// seven weights: those of two texels of weights, one of which was read for the texel before. After Hopf and Ertl 1999.
input vec4 picture;
input vec4 weights;      // texel q has the weights of places 4 q + phase - 7 to 4 q + phase - 4; beyond the ends they are zeros
constant index texels;   // of weights
constant index first;    // the first texel that is read, relative to this one, mirrored: texels before this one are positive
constant index extent;   // elements of a row
constant index offset;
#include "shared/border.glsl"
output vec4 convolved;

float element_at(index x) {
    index at = bounded(x, extent, offset);
    index texel = quotient(at, 4);
    index lane = at - 4 * texel;
    vec4 four = fetch(picture, texel, here_y());
    float found = lane < 2 ? (lane == 0 ? four.x : four.y) : (lane == 2 ? four.z : four.w);
    return is_zero(x, extent) ? 0.0 : found;
}

void main() {
    vec4 sum = vec4(0.0);
    vec4 low = fetch(weights, 0);
    index x = 4 * (here_x() - first);
    for (index q = 1; q < texels; q++) {
        vec4 high = fetch(weights, q);
        vec4 four = vec4(0.0);
        if (x >= 0 && x < extent) {
            four = fetch(picture, quotient(x, 4), here_y());
        } else {
            four = vec4(element_at(x), element_at(x + 1), element_at(x + 2), element_at(x + 3));
        }
        // The weight of element m of what is read for element l of the result is number 3 + l - m of the eight.
        sum += four.x * vec4(low.w, high.xyz);
        sum += four.y * vec4(low.zw, high.xy);
        sum += four.z * vec4(low.yzw, high.x);
        sum += four.w * low;
        low = high;
        x -= 4;
    }
    convolved = sum;
}

// convolve_rows_packed: as `convolve_line` along rows, for the four elements of a texel at once. Each texel that is read is multiplied by
// seven weights: those of two texels of weights, one of which was read for the texel before. After Hopf and Ertl 1999.
input vec4 picture;
input vec4 weights;      // in the order in which they are multiplied, with zeros before and behind them
constant index texels;   // of weights
constant index first;    // how many texels the first one that is read is before this one; negative if it is behind
constant index extent;   // elements of a row
constant index offset;
#include "shared/bordered_texel.glsl"
output vec4 convolved;

void main() {
    vec4 sum = vec4(0.0);
    vec4 low = fetch(weights, 0);
    index x = 4 * (here_x() - first);
    for (index q = 1; q < texels; q++) {
        vec4 high = fetch(weights, q);
        vec4 four = bordered_texel(x, here_y(), extent, offset);
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

// segment_level_up_packed: the next level of the pyramid of a segmented scan (Sengupta et al. 2007): eight pairs of a sum and a flag
// combine into one. A texel holds two sums and their two flags. A last sum that lacks elements is never used.
parameter element combine(element a, element b);
#include "shared/segment_pairs.glsl"
output vec4 sums;

vec2 four_texels(index first) {
    index y = quotient(first, width(values));
    index x = first - y * width(values);
    vec2 left = joined(pair_of(fetch(values, x, y)), pair_of(fetch(values, x + 1, y)));
    return joined(left, joined(pair_of(fetch(values, x + 2, y)), pair_of(fetch(values, x + 3, y))));
}

void main() {
    index first = 8 * here();
    vec2 a = four_texels(first);
    vec2 b = four_texels(first + 4);
    sums = vec4(a.x, b.x, a.y, b.y);
}

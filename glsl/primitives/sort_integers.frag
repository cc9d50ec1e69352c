// sort_integers: the last pass of a merge sort of integers (GPU Gems, ch. 37, section 37.3.1): takes the digits of each integer from its pair
// of words. Integers in pairs are not from the source.
input vec4 sorted;
output vec2 integers;
#include "shared/sort_group.glsl"
#include "shared/integer_words.glsl"

void main() {
    index texel = quotient(here(), 2);
    ivec4 two = to_order(fetch(sorted, texel));
    integers = digits_of_pair(here() == 2 * texel ? two.xy : two.zw);
}

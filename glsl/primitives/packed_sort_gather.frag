// packed_sort_gather: the last pass of the packed bitonic sort of pairs (GPU Gems, ch. 37, section 37.3.1): each element of the result
// fetches its record from the position that moved with its key. Needs no integers.
#include "shared/packed_texel_at.glsl"
input element values;
output element gathered;

void main() {
    index texel = quotient(here(), 2);
    vec4 pairs = texel_at(texel);
    gathered = fetch(values, index(here() == 2 * texel ? pairs.y : pairs.w));
}

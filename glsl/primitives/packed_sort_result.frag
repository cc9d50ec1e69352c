// packed_sort_result: the last pass of the packed bitonic sort (GPU Gems, ch. 37, section 37.3.1): converts texels interleaved in several
// streams to the elements of a plain stream. Needs no integers.
#include "shared/packed_texel_at.glsl"
output float result;

void main() {
    index texel = quotient(here(), 4);
    index lane = here() - 4 * texel;
    vec4 four = texel_at(texel);
    result = lane < 2 ? (lane == 0 ? four.x : four.y) : (lane == 2 ? four.z : four.w);
}

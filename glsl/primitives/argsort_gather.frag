// argsort_gather: the last pass of a packed bitonic argsort (GPU Gems, ch. 37, section 37.3.1): writes the positions that moved with their
// keys. Needs no integers.
#include "shared/packed_texel_at.glsl"
output float order;

void main() {
    index texel = quotient(here(), 2);
    vec4 pairs = texel_at(texel);
    order = here() == 2 * texel ? pairs.y : pairs.w;
}

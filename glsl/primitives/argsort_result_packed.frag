// argsort_result_packed: the last pass of an argsort by merging: writes the positions that moved with their keys (GPU Gems, ch. 37,
// section 37.3.1), texel by texel.
output vec4 order;
#include "shared/argsort_positions.glsl"

void main() {
    order = positions(here());
}

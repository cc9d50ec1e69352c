// argsort_result_packed: the last pass of an argsort by merging: writes the sorted positions, texel by texel.
output vec4 order;
#include "shared/argsort_positions.glsl"

void main() {
    order = positions(here());
}

// argsort_result: the last pass of an argsort by merging: writes the positions that moved with their keys (GPU Gems, ch. 37, section
// 37.3.1), element by element.
output float order;
#include "shared/argsort_positions.glsl"

void main() {
    index texel = quotient(here(), 4);
    index lane = here() - 4 * texel;
    vec4 four = positions(texel);
    order = lane < 2 ? (lane == 0 ? four.x : four.y) : (lane == 2 ? four.z : four.w);
}

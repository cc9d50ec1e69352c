// top_candidates: gathers the elements of the chosen groups of a selection, and those past the last group. It is a gather by computed
// addresses (Brook for GPUs, section 3.2).
input float values;
output float candidates;
#include "shared/top_position.glsl"

void main() {
    candidates = fetch(values, position_of(here()));
}

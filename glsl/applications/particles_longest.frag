// particles_longest: how many particles are in a cell and its two neighbours along a row; across the end of a row some too many.
// For the search of GPU Gems, ch. 37, section 37.3, where loops are unrolled: as many passes as the fullest needs.
input float starts;
constant index cells;
output float particles;

void main() {
    float end = fetch(starts, min(here() + 2, cells));
    particles = end - fetch(starts, max(here() - 1, 0));
}

// particles_count: 0, 1, 2 and so on: the numbers of particles, or of cells (GPU Gems, ch. 37, section 37.3.2: each grid cell
// searches for itself).
output float place;

void main() {
    place = float(here());
}

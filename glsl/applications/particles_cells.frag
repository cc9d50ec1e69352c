// particles_cells: the number of the cell that each particle is in.
// What they are sorted by (GPU Gems, ch. 37, section 37.3.1).
input vec4 position;
#include "shared/particles_cell.glsl"
output float cell;

void main() {
    cell = cell_number(cell_of(fetch(position, here()).xyz));
}

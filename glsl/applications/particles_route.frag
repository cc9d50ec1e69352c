// particles_route: column and row of the first texel of the square of texels that belongs to each particle's cell.
// For stencil routing, after Purcell et al. 2003.
input vec4 position;
#include "shared/particles_cell.glsl"
#include "shared/particles_square.glsl"
output vec2 place;

void main() {
    place = first_texel(cell_number(cell_of(fetch(position, here()).xyz)));
}

// sph_force_row: sph_force where loops are unrolled: adds the effects of four of the particles in three cells in a row.
// Müller et al. 2003, sections 3.1 and 3.2.
#include "shared/sph_force.glsl"
#include "shared/particles_around_row.glsl"

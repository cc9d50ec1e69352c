// sph_density_row: sph_density where loops are unrolled: adds four of the particles in three cells in a row.
// Müller et al. 2003, section 3.1.
#include "shared/sph_density.glsl"
#include "shared/particles_around_row.glsl"

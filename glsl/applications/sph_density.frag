// sph_density: the density of a fluid at each particle: the masses of those in the 27 cells around, weighted by distance.
// Müller et al. 2003, section 3.1.
#include "shared/sph_density.glsl"
#include "shared/particles_around.glsl"

// sph_force: the change of each particle's velocity by the pressure and the viscosity of those in the 27 cells around.
// Müller et al. 2003, sections 3.1 and 3.2.
#include "shared/sph_force.glsl"
#include "shared/particles_around.glsl"

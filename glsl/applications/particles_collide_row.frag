// particles_collide_row: particles_collide where loops are unrolled: each particle against four of those in three cells in a row.
// GPU Gems, ch. 37, section 37.3.
#include "shared/particles_contact.glsl"
#include "shared/particles_around_row.glsl"

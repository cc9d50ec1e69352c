// particles_collide: tests each particle against those in the 27 cells around it, and pushes those that touch apart.
// GPU Gems, ch. 37, section 37.3.
#include "shared/particles_contact.glsl"
#include "shared/particles_around.glsl"

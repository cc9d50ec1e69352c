// particles_gather: particles in the order of their cells, so that neighbours in space are neighbours in memory (GPU Gems,
// ch. 37, section 37.3.1, sorts the particles' numbers).
input float order;
input vec4 position;
input vec4 velocity;
#include "shared/particles_outputs.glsl"

void main() {
    index from = index(fetch(order, here()));
    put_position(fetch(position, from));
    put_velocity(fetch(velocity, from));
}

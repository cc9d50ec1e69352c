// particles_free: -1 in every texel of all squares: none has a particle.
// For stencil routing, after Purcell et al. 2003.
output float place;

void main() {
    place = -1.0;
}

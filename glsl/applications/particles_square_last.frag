// particles_square_last: a near depth for the last texel of each square, so that an occlusion query finds cells with too many particles.
// For stencil routing, after Purcell et al. 2003.
constant index side;
output depth near;

bool is_last(index at) {
    return quotient(at + 1, side) * side == at + 1;
}

void main() {
    near = is_last(here_x()) && is_last(here_y()) ? 0.0 : 1.0;
}

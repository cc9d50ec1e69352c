// particles_square_bit: a near depth for the texels in whose number a bit is set: the texels of a square count down, row by row.
// For the stencils of stencil routing, after Purcell et al. 2003.
constant index side;
constant float first; // the number of the first texel of a square
constant float bit;   // 1, 2, 4 or another power of two
output depth near;

float within(index at) {
    return float(at - quotient(at, side) * side);
}

void main() {
    float number = first - within(here_y()) * float(side) - within(here_x());
    float halves = floor(number / bit) * 0.5;
    near = halves > floor(halves) ? 0.0 : 1.0;
}

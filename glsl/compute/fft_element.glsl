// fft_element: reads and writes the elements of the transforms that a pass is made of. Transform q reads elements that are
// `from_step` apart; neighbouring transforms read neighbouring elements.
#include "shared/complex.glsl"

vec2 root(int k) {
    return product(roots[fine + k / fine], roots[k % fine]);
}

vec2 read(int q, int k) {
    vec2 x = signal[q / from_step * from_line + q % from_step + k * from_step];
    x = exchanged ? x.yx : x;
    int turn = k * (q % to_step / inner) * turns;
    return turn > 0 ? product(x, root(turn)) : x;
}

void write(int q, int k, vec2 x) {
    x *= scale;
    transformed[q / to_step * to_line + q % to_step + k * to_step] = exchanged_last ? x.yx : x;
}

// Turned clockwise by an eighth of a whole turn, k times.
vec2 eighths(vec2 x, int k) {
    if (k == 0) {
        return x;
    }
    if (k == 2) {
        return quarter(x);
    }
    return 0.70710677 * (k == 1 ? vec2(x.x + x.y, x.y - x.x) : vec2(x.y - x.x, -x.x - x.y));
}

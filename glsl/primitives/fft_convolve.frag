// fft_convolve: a spectrum times that of a filter, which makes a convolution. Real and imaginary parts are exchanged, so that the next
// transform is an inverse one. For a transform of any length (Bluestein 1970).
input element spectrum; // a grid of lines
input vec2 filter_spectrum;
output element convolved;
#include "shared/complex.glsl"
#include "shared/fft_grid.glsl"

void main() {
    index place = grid_place(here_x(), here_y());
    convolved = parts_exchanged(turned(fetch(spectrum, here_x(), here_y()), fetch(filter_spectrum, place)));
}

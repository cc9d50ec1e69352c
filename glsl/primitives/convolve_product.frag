// convolve_product: the spectrum of a picture times that of weights, which is that of the picture convolved with the weights: filtering in the
// frequency domain (after Moreland and Angel 2003).
input vec2 spectrum;
input vec2 filter_spectrum;
#include "shared/complex.glsl"
output vec2 convolved;

void main() {
    convolved = product(fetch(spectrum, here_x(), here_y()), fetch(filter_spectrum, here_x(), here_y()));
}

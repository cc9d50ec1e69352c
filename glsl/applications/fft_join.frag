// fft_join: the planes of the last pass, side by side: the transform in its natural order. Of an inverse one, real and imaginary
// parts change places again, and it is scaled. Beside Brook's FFT (Buck et al., section 5.1), which has one target.
input element plane;
constant index start_x; // where in the result the plane lies
constant index start_y;
output element joined;
#include "axis"
#include "ending"

void main() {
    joined = ending(read(here_x() - start_x, here_y() - start_y));
}

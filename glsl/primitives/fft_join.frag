// fft_join: the planes of the last pass, side by side: the transform in its natural order. Of an inverse one, real and imaginary
// parts change places again, and it is scaled. Beside Brook's FFT (Buck et al., section 5.1), which has one target.
parameter bool down = false;    // the axis runs down columns, and not along rows
parameter bool inverse = false;
input element plane;
constant index start_x; // where in the result the plane lies
constant index start_y;
constant float scale;   // of an inverse transform
output element joined;
#include "shared/complex.glsl"

void main() {
    index x = here_x() - start_x;
    index y = here_y() - start_y;
    element found = down ? fetch(plane, x, y) : fetch(plane, y, x);
    joined = inverse ? scale * parts_exchanged(found) : found;
}

// fft_chirp: multiplies each element of a line by that of a table, and writes lines of another length: longer ones end in
// zeros, shorter ones lose their last elements. It comes before, between and after the transforms of a convolution (Bluestein
// 1970, on GPUs Govindaraju et al. 2008).
input vec2 signal;
input vec2 chirp;           // for each element of a line
constant index count;       // elements that are written
constant index from_length; // of a line that is read
constant index from_inner;  // elements between two neighbours of such a line
constant index to_length;
constant index to_inner;
constant bool exchanged;      // real and imaginary parts are read exchanged
constant bool exchanged_last; // and written so
constant float scale;
output vec2 elements;
#include "shared/complex.glsl"

void main() {
    if (here() < count) {
        int k = here() / to_inner % to_length;
        int line = here() / (to_inner * to_length) * to_inner + here() % to_inner;
        vec2 x = vec2(0.0);
        if (k < from_length) {
            x = signal[(line / from_inner * from_length + k) * from_inner + line % from_inner];
            x = exchanged ? x.yx : x;
            x = product(x, scale * chirp[k]);
        }
        elements[here()] = exchanged_last ? x.yx : x;
    }
}

// fft_runs: one pass of the autosort transform (Stockham; on GPUs Govindaraju et al. 2008): each invocation reads as many
// elements as the radix, far apart along the line, turns them, transforms them in registers, and writes them.
input vec2 signal;
input vec2 roots;         // powers of exp(-2 pi i / n): those from 0 to fine - 1, and then every `fine`-th
constant index count;     // transforms of as many elements as the radix
constant index from_step; // between two elements of such a transform
constant index from_line; // between lines
constant index to_step;   // the same of what is written
constant index to_line;
constant index inner;     // elements between two neighbours of a line
constant index turns;     // n / (radix * the radices of earlier passes)
constant index fine;
constant bool exchanged;      // real and imaginary parts are read exchanged, which makes an inverse transform
constant bool exchanged_last; // and written so
constant float scale;
output vec2 transformed;
#include "length"
#include "compute/fft_element.glsl"

void main() {
    if (here() < count) {
        vec2 a[RADIX];
        for (int r = 0; r < RADIX; r++) {
            a[r] = read(here(), r);
        }
#include "transform"
        for (int r = 0; r < RADIX; r++) {
            write(here(), r, a[r]);
        }
    }
}

// fft_tiles: one pass of a radix up to 4096: a group loads some transforms of as many elements as the radix, transforms them in
// shared memory by passes of radix 2, 3, 4, 5 and 8, and writes them (Govindaraju et al. 2008).
input vec2 signal;
input vec2 coarse_roots;  // every `fine`-th power of exp(-2 pi i / n)
input vec2 fine_roots;    // the powers from 0 to fine - 1
input vec2 own_roots;     // the powers of exp(-2 pi i / radix)
constant index count;     // transforms of as many elements as the radix
constant index from_step; // between two elements of such a transform
constant index from_line; // between lines
constant index to_step;   // the same of what is written
constant index to_line;
constant index inner;     // elements between two neighbours of a line
constant index turns;     // n / (radix * elements that earlier passes transformed)
constant index fine;
constant bool exchanged;      // real and imaginary parts are read exchanged, which makes an inverse transform
constant bool exchanged_last; // and written so
constant float scale;
output vec2 transformed;
#include "length"
#include "compute/fft_element.glsl"

// One place of nine is empty, so that elements which are far apart lie in different banks.
shared vec2 elements[LINES * (LENGTH + LENGTH / 8 + 1)];

int place(int line, int k) {
    return line * (LENGTH + LENGTH / 8 + 1) + k + k / 8;
}

void main() {
    int first = group() * LINES;
    for (int i = thread(); i < LINES * LENGTH; i += threads) {
        // Neighbouring invocations read neighbours.
        bool across = from_step > 1;
        int line = across ? i % LINES : i / LENGTH;
        int k = across ? i / LINES : i % LENGTH;
        if (first + line < count) {
            elements[place(line, k)] = read(first + line, k);
        }
    }
    sync();
#include "passes"
    for (int i = thread(); i < LINES * LENGTH; i += threads) {
        bool across = to_step > 1;
        int line = across ? i % LINES : i / LENGTH;
        int k = across ? i / LINES : i % LENGTH;
        if (first + line < count) {
            write(first + line, k, elements[place(line, k)]);
        }
    }
}

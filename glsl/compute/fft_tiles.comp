// fft_tiles: one pass of a radix up to 4096: a group loads some transforms of as many elements as the radix, transforms them in
// shared memory by passes of radix 2, 3, 4, 5 and 8, and writes them (Govindaraju et al. 2008).
input vec2 signal;
input vec2 roots;         // powers of exp(-2 pi i / n): those from 0 to fine - 1, and then every `fine`-th
input vec2 own_roots;     // the powers of exp(-2 pi i / radix)
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

// One place of nine is empty, and one behind each long line, so that elements which are far apart lie in different banks.
shared vec2 elements[LINES * LENGTH + LINES * LENGTH / 8 + (LENGTH >= 64 ? LINES : 1)];

int place(int line, int k) {
    int at = line * LENGTH + k;
    return at + at / 8 + (LENGTH >= 64 ? line : 0);
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

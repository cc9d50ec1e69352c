// fft_arrange: lines of a stream, along any of its axes, folded into a grid in which they are transformed: complex numbers, or real ones of
// which each two neighbours become a complex number, or half a spectrum that becomes the one of such numbers. Past the end of a line there
// are zeros. For the convolution that a transform of any length is (Bluestein 1970), numbers are turned before.
parameter index form = 0;          // 0: complex numbers, 1: reals, 2: pairs of reals, 3: the half spectrum of pairs, 4: or of an odd number
parameter bool exchanged = false;  // real and imaginary parts are exchanged, which makes an inverse transform
parameter bool chirped = false;    // numbers are turned by the square of their place
input element numbers;
input float reals;
input vec2 chirp;
constant index extent; // elements of a line of the stream
constant index filled; // of a line of the grid that are not past its end
constant index inner;  // distance between two neighbours of a line, in elements
constant index lines;
output element arranged;
#include "shared/complex.glsl"
#include "shared/roots.glsl"
#include "shared/fft_grid.glsl"

vec2 complex(vec2 zero, float x, float y) { return vec2(x, y); }
vec4 complex(vec4 zero, float x, float y) { return vec4(x, y, 0.0, 0.0); }

void main() {
    index line = grid_line(here_x(), here_y());
    index place = grid_place(here_x(), here_y());
    index outer = quotient(line, inner);
    index first = outer * extent * inner + line - outer * inner;
    element x = element(0.0);
    if (place < filled && line < lines) {
        if (form == 0) {
            x = fetch(numbers, first + place * inner);
        } else if (form == 1) {
            x = complex(element(0.0), fetch(reals, first + place * inner), 0.0);
        } else if (form == 2) {
            x = complex(element(0.0), fetch(reals, first + 2 * place * inner), fetch(reals, first + (2 * place + 1) * inner));
        } else if (form == 3) {
            // The imaginary parts of the first and the last element of half a spectrum count as 0.
            element low = fetch(numbers, first + place * inner);
            element high = conjugate(fetch(numbers, first + (filled - place) * inner));
            low = place == 0 ? complex(low, low.x, 0.0) : low;
            high = place == 0 ? complex(high, high.x, 0.0) : high;
            x = 0.5 * (low + high - quarter(turned(low - high, conjugate(root(place)))));
        } else {
            bool mirrored = 2 * place > filled;
            x = fetch(numbers, first + (mirrored ? filled - place : place) * inner);
            x = mirrored ? conjugate(x) : place == 0 ? complex(x, x.x, 0.0) : x;
        }
        x = exchanged ? parts_exchanged(x) : x;
        x = chirped ? turned(x, fetch(chirp, place)) : x;
    }
    arranged = x;
}

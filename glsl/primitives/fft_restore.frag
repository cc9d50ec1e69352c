// fft_restore: the lines of a grid, back along an axis of a stream: as they are, or the half spectrum of real numbers of which each two
// neighbours were taken as a complex number. After the convolution that a transform of any length is (Bluestein 1970), parts are exchanged
// back, and numbers turned once more.
parameter bool halves = false;     // the half spectrum of pairs of reals
parameter bool exchanged = false;  // real and imaginary parts are exchanged at last, which makes an inverse transform
parameter bool chirped = false;    // a convolution is behind: parts are exchanged first, and numbers turned by the square of their place
input element grid;
input vec2 chirp;
constant index extent; // elements of a line of the stream
constant index pairs;  // complex numbers of a line of the grid
constant index inner;  // distance between two neighbours of a line, in elements
constant float scale;
output element restored;
#include "shared/complex.glsl"
#include "shared/roots.glsl"
#include "shared/fft_grid.glsl"

element at(index line, index place) {
    element x = fetch(grid, grid_x(line, place), grid_y(line, place));
    return chirped ? turned(parts_exchanged(x), fetch(chirp, place)) : x;
}

void main() {
    index row = quotient(here(), inner);
    index outer = quotient(row, extent);
    index place = row - outer * extent;
    index line = outer * inner + here() - row * inner;
    element x;
    if (halves) {
        element low = at(line, place < pairs ? place : 0);
        element high = conjugate(at(line, place == 0 ? 0 : pairs - place));
        x = 0.5 * (low + high + quarter(turned(low - high, root(place))));
    } else {
        x = at(line, place);
    }
    x *= scale;
    restored = exchanged ? parts_exchanged(x) : x;
}

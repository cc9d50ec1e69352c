// fft_restore_reals: the lines of a grid of complex numbers as real ones, back along an axis of a stream: the real parts, or both parts, one
// after the other. Their parts are exchanged, as in an inverse transform. After the convolution that a transform of any length is
// (Bluestein 1970), parts were exchanged already, and numbers are turned once more.
parameter bool pairs = false;   // both parts are reals of the line
parameter bool chirped = false; // a convolution is behind
input vec2 grid;
input vec2 chirp;
constant index extent; // elements of a line of the stream
constant index inner;  // distance between two neighbours of a line, in elements
constant float scale;
output float restored;
#include "shared/complex.glsl"
#include "shared/fft_grid.glsl"

void main() {
    index row = quotient(here(), inner);
    index outer = quotient(row, extent);
    index place = row - outer * extent;
    index line = outer * inner + here() - row * inner;
    index pair = pairs ? quotient(place, 2) : place;
    vec2 x = fetch(grid, grid_x(line, pair), grid_y(line, pair));
    x = chirped ? turned(parts_exchanged(x), fetch(chirp, pair)) : x;
    restored = scale * (pairs && place > 2 * pair ? x.x : x.y);
}

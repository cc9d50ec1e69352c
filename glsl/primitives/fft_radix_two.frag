// fft_radix_two: one pass of a transform with radix 2, one element to a fragment, as on the first GPUs (Moreland and Angel 2003): it reads
// two elements that are half of the transforms so far apart, and adds or subtracts the turned one. Elements need no reordering (Stockham).
parameter bool exchanged = false;      // real and imaginary parts are exchanged as they are read
parameter bool exchanged_last = false; // and as they are written
input element numbers; // a grid of lines
constant index half;   // of a line
constant index run;    // elements that one root turns: half of a line, divided by the number of passes before, as a power of two
constant float scale;
output element transformed;
#include "shared/complex.glsl"
#include "shared/roots.glsl"
#include "shared/fft_grid.glsl"

element at(index line, index place) {
    element x = fetch(numbers, grid_x(line, place), grid_y(line, place));
    return exchanged ? parts_exchanged(x) : x;
}

void main() {
    index line = grid_line(here_x(), here_y());
    index place = grid_place(here_x(), here_y());
    bool odd = place >= half;
    index k = odd ? place - half : place;
    index block = quotient(k, run);
    element even = at(line, k + block * run);
    element other = turned(at(line, k + block * run + run), root(block * run));
    element x = scale * (odd ? even - other : even + other);
    transformed = exchanged_last ? parts_exchanged(x) : x;
}

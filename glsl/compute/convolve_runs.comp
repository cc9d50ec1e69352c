// convolve_runs: each invocation sums the neighbours of an element times the weights, which are mirrored, without shared
// memory. After Podlozhnyuk 2007, whose first kernel reads all from global memory.
input element picture;
input float weights;
constant index border; // what stands past the edges
constant index rows;
constant index columns;
constant index down;   // rows of weights
constant index across; // columns of weights
constant index count;
#include "compute/border.glsl"
output element convolved;

void main() {
    if (here() < count) {
        int y = here() / columns + down / 2;
        int x = here() - here() / columns * columns + across / 2;
        element sum = element(0.0);
        for (int v = 0; v < down; v++) {
            int row = bounded(y - v, rows);
            for (int u = 0; u < across; u++) {
                int column = bounded(x - u, columns);
                if (row >= 0 && column >= 0) {
                    sum += weights[v * across + u] * picture[row * columns + column];
                }
            }
        }
        convolved[here()] = sum;
    }
}

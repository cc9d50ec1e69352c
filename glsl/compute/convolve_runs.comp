// convolve_runs: each invocation sums the neighbours of four elements of a row times the weights, which are mirrored, without
// shared memory: from one weight to the next, it reads one element more. After Podlozhnyuk 2007.
input element picture;
input float weights;
constant index border; // what stands past the edges
constant index rows;
constant index columns;
constant index down;   // rows of weights
constant index across; // columns of weights
constant index beside; // fours beside each other
constant index count;  // fours
#include "compute/border.glsl"
output element convolved;

element at(int row, int x) {
    int column = bounded(x, columns);
    return column >= 0 ? picture[row * columns + column] : element(0.0);
}

void main() {
    if (here() < count) {
        int y = here() / beside;
        int x = 4 * (here() - y * beside);
        element sum[4];
        for (int j = 0; j < 4; j++) {
            sum[j] = element(0.0);
        }
        for (int v = 0; v < down; v++) {
            int row = bounded(y + down / 2 - v, rows);
            if (row >= 0) {
                element read[4];
                for (int j = 0; j < 4; j++) {
                    read[j] = at(row, x + across / 2 + j);
                }
                for (int u = 0; u < across; u++) {
                    float weight = weights[v * across + u];
                    for (int j = 0; j < 4; j++) {
                        sum[j] += weight * read[j];
                    }
                    read[3] = read[2];
                    read[2] = read[1];
                    read[1] = read[0];
                    read[0] = at(row, x + across / 2 - u - 1);
                }
            }
        }
        for (int j = 0; j < 4; j++) {
            if (x + j < columns) {
                convolved[y * columns + x + j] = sum[j];
            }
        }
    }
}

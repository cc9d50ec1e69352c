// convolve_tiles: a group loads a rectangle of the picture, with what the weights reach around it, into shared memory, and
// each of its invocations sums the neighbours of an element times the weights, which are mirrored. After Podlozhnyuk 2007.
input element picture;
input float weights;
constant index border; // what stands past the edges
constant index rows;
constant index columns;
constant index down;   // rows of weights
constant index across; // columns of weights
constant index width;  // of a rectangle; its height is threads / width
constant index beside; // rectangles beside each other
#include "compute/border.glsl"
output element convolved;

shared element tile[1024];

void main() {
    int height = threads / width;
    int y0 = group() / beside * height;
    int x0 = (group() - group() / beside * beside) * width;
    int wide = width + across - 1;
    int all = wide * (height + down - 1);
    for (int i = thread(); i < all; i += threads) {
        int row = bounded(y0 + i / wide + down / 2 - down + 1, rows);
        int column = bounded(x0 + i - i / wide * wide + across / 2 - across + 1, columns);
        element own = element(0.0);
        if (row >= 0 && column >= 0) {
            own = picture[row * columns + column];
        }
        tile[i] = own;
    }
    sync();
    int y = thread() / width;
    int x = thread() - y * width;
    element sum = element(0.0);
    for (int v = 0; v < down; v++) {
        int first = (y + down - 1 - v) * wide + x + across - 1;
        for (int u = 0; u < across; u++) {
            sum += weights[v * across + u] * tile[first - u];
        }
    }
    if (y0 + y < rows && x0 + x < columns) {
        convolved[(y0 + y) * columns + x0 + x] = sum;
    }
}

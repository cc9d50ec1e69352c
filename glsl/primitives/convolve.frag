// convolve: each element is the sum of its neighbours times the weights, which are mirrored: a convolution, in one pass (after Hopf and
// Ertl 1999, who did it with the fixed pipeline).
parameter index known_across = -1; // columns of weights, if they have to be known before the kernel runs
parameter index known_down = -1;   // and rows
input element picture;
input float weights;
constant index across;   // else
constant index down;
constant index centre_x; // of the weights
constant index centre_y;
constant index columns;  // of the picture
constant index rows;
constant index offset_x;
constant index offset_y;
#include "shared/border.glsl"
output element convolved;

void main() {
    element sum = element(0.0);
    for (index v = 0; v < (known_down >= 0 ? known_down : down); v++) {
        index y = here_y() + centre_y - v;
        index row = bounded(y, rows, offset_y);
        for (index u = 0; u < (known_across >= 0 ? known_across : across); u++) {
            index x = here_x() + centre_x - u;
            float weight = is_zero(x, columns) || is_zero(y, rows) ? 0.0 : fetch(weights, u, v);
            sum += weight * fetch(picture, bounded(x, columns, offset_x), row);
        }
    }
    convolved = sum;
}

// linear_product: a product of matrices by blocks (after Larsen and McAllister 2001, Hall et al. 2003): a fragment makes four
// columns of as many rows as there are render targets; four columns of a and four rows of b are multiplied at a time.
// Brook (Buck et al., Table 1) multiplies streams of 4 x 4 matrices: Mat4Mult.
input vec4 a;
input vec4 b;
constant index rows; // of a plane
#include "count"
#include "planes"

void main() {
    index x = here_x();
    index y = here_y();
#include "zeros"
    for (index k = 0; k < steps; k++) {
        vec4 b0 = fetch(b, x, 4 * k);
        vec4 b1 = fetch(b, x, 4 * k + 1);
        vec4 b2 = fetch(b, x, 4 * k + 2);
        vec4 b3 = fetch(b, x, 4 * k + 3);
#include "sums"
    }
#include "writes"
}

// matmul_join: the planes of a product of matrices (Hall et al. 2003), which have four columns a texel, below each other. One pass for
// all planes, where rows of the result end within a texel or it is plain.
parameter index targets = 2;
input vec4 plane[targets];
constant index rows; // of a plane
output float product;
#include "shared/pick_lane.glsl"

void main() {
    index number = quotient(here_y(), rows);
    index y = here_y() - number * rows;
    index texel = quotient(here_x(), 4);
    index lane = here_x() - 4 * texel;
    vec4 found = vec4(0.0);
    for (index t = 0; t < targets; t++) {
        if (number == t) {
            found = fetch(plane[t], texel, y);
        }
    }
    product = pick_lane(found, lane);
}

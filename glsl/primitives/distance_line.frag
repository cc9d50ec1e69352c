// distance_line: finds the nearest seed of the same row or column among those that the element and its neighbours at one, two and three
// strides know. Flooding along a line (after Rong and Tan 2006), with four instead of two: it is exact, since all elements between a seed
// and an element that it is nearest to have the same nearest seed.
parameter bool down = false; // along columns; else along rows
input float nearest;
constant index stride;
constant index extent; // elements of the line
output float flooded;
#include "shared/keep_nearer.glsl"

void main() {
    index place = down ? here_y() : here_x();
    float best = -1.0;
    float least = 0.0;
    for (index k = -3; k <= 3; k++) {
        index at = place + k * stride;
        if (at >= 0 && at < extent) {
            float seed = down ? fetch(nearest, here_x(), at) : fetch(nearest, at, here_y());
            // Along a line, the seed's index and the element's differ by as much as their places, or by rows of as much.
            keep_nearer(seed, abs(seed - float(here())), best, least);
        }
    }
    flooded = best;
}

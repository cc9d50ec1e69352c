// distance_line_packed: finds the nearest seed of the same column among those that the element and its neighbours at one, two and three
// strides know, for the four columns of a texel. As `distance_line`. After Rong and Tan 2006.
input vec4 nearest;
constant index stride;
constant index rows;
constant index columns;
output vec4 flooded;
#include "shared/keep_nearer.glsl"

void main() {
    float own = float(here_y() * columns + 4 * here_x());
    vec4 best = vec4(-1.0);
    vec4 least = vec4(0.0);
    for (index k = -3; k <= 3; k++) {
        index row = here_y() + k * stride;
        if (row >= 0 && row < rows) {
            vec4 seeds = fetch(nearest, here_x(), row);
            keep_nearer(seeds.x, abs(seeds.x - own), best.x, least.x);
            keep_nearer(seeds.y, abs(seeds.y - (own + 1.0)), best.y, least.y);
            keep_nearer(seeds.z, abs(seeds.z - (own + 2.0)), best.z, least.z);
            keep_nearer(seeds.w, abs(seeds.w - (own + 3.0)), best.w, least.w);
        }
    }
    flooded = best;
}

// distance_flood: one pass of jump flooding (Rong and Tan 2006): keeps the nearest of the seeds that the element and the eight elements
// at `stride` around it know.
input float nearest;
constant index stride;
constant index columns;
constant index rows;
output float flooded;
#include "shared/nearer_seed.glsl"
#include "shared/keep_nearer.glsl"

void main() {
    vec2 own = vec2(float(here_x()), float(here_y()));
    float best = -1.0;
    float least = 0.0;
    for (index v = -1; v <= 1; v++) {
        for (index u = -1; u <= 1; u++) {
            index column = here_x() + u * stride;
            index row = here_y() + v * stride;
            if (column >= 0 && column < columns && row >= 0 && row < rows) {
                float seed = fetch(nearest, column, row);
                keep_nearer(seed, squared_distance(place_of(seed), own), best, least);
            }
        }
    }
    flooded = best;
}

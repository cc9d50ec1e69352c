// distance_flood: one pass of jump flooding (Rong and Tan 2006): keeps the nearest of the seeds that the element and the eight elements
// at `stride` around it know.
input float nearest;
constant index stride;
constant index columns;
constant index rows;
output float flooded;
#include "shared/nearer_seed.glsl"

void main() {
    float x = float(here_x());
    float y = float(here_y());
    float best = fetch(nearest, here_x(), here_y());
    float least = best < 0.0 ? 0.0 : squared_distance(best, x, y);
    for (index v = -1; v <= 1; v++) {
        for (index u = -1; u <= 1; u++) {
            index column = here_x() + u * stride;
            index row = here_y() + v * stride;
            if (column >= 0 && column < columns && row >= 0 && row < rows) {
                keep_nearer(fetch(nearest, column, row), x, y, best, least);
            }
        }
    }
    flooded = best;
}

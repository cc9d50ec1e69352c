// distance_root: the distance between an element and the seed whose index is given (Rong and Tan 2006); `none` where there is no seed.
// The index counts elements in C order.
input float nearest;
constant index columns;
constant float none;
output float distances;
#include "shared/nearer_seed.glsl"

void main() {
    float seed = fetch(nearest, here());
    vec2 own = vec2(float(here_x()), float(here_y()));
    distances = seed < 0.0 ? none : sqrt(squared_distance(place_of(max(seed, 0.0)), own));
}

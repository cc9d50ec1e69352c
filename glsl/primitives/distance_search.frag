// distance_search: finds the nearest seed of every `stride`-th element of a row, given the nearest seed in each column; or of a column,
// given those in each row. The column of the nearest seed does not decrease along a row, so only the columns between those that the level
// above found for the elements before and behind are searched. It finds the lower envelope of the columns' parabolas (Saito and Toriwaki
// 1994; Felzenszwalb and Huttenlocher 2012), by bisection instead of along the row.
parameter bool down = false;  // elements of columns
parameter bool first = false; // there is no level above
input float seeds;    // the nearest of each element's own column, or of its own row
input float coarse;   // the level above: of every fourth element of this one
constant index stride;
constant index extent; // columns, or rows
constant index found;  // of the level above, elements along the axis
constant index columns;
output float nearest;
#include "shared/nearer_seed.glsl"
#include "shared/keep_nearer.glsl"

// The column of a seed, or its row; that of the first element if there is none.
index along(float seed) {
    vec2 place = place_of(max(seed, 0.0));
    return index(down ? place.y : place.x);
}

float coarse_at(index k) { return down ? fetch(coarse, here_x(), k) : fetch(coarse, k, here_y()); }

void main() {
    index place = down ? here_y() : here_x();
    index at = place * stride;
    vec2 own = vec2(float(down ? here_x() : at), float(down ? at : here_y()));
    index from = 0;
    index last = extent - 1;
    float best = -1.0;
    if (!first) {
        index before = quotient(place, 4);
        best = coarse_at(before);
        from = along(best);
        if (before + 1 < found) {
            last = along(coarse_at(before + 1));
        }
        // Where the level above found it, or there is no seed at all, nothing is left to search.
        last = place == 4 * before || best < 0.0 ? from - 1 : last;
    }
    float least = best < 0.0 ? 0.0 : squared_distance(place_of(best), own);
    for (index k = from; k <= last; k++) {
        float seed = down ? fetch(seeds, here_x(), k) : fetch(seeds, k, here_y());
        // The row or the column of the seed is the one that is searched, and the other follows from it.
        float row = down ? float(k) : floor((seed - float(k)) * per_column + 0.5);
        float column = down ? seed - float(k) * float(columns) : float(k);
        keep_nearer(seed, squared_distance(vec2(column, row), own), best, least);
    }
    nearest = best;
}

// top_best_axis: finds, of up to `fan` neighbours along an axis, the place in the line of the first key in the order of a sort: a round of
// a tournament of all lines, after Knuth, The Art of Computer Programming, vol. 3, on sorting by selection; by fans as Brook reduces.
parameter index fan = 8;
parameter bool begin = true; // whether each key competes for itself; else the best places of groups do
#include "shared/key_order.glsl"
#include "shared/lines.glsl"
input float values;
input float places;    // of the first key of each group; `extent` is the number of groups then
constant index elements; // elements of a line of the keys
constant index groups; // results of a line
output float place;

void main() {
    // here() is the index of (outer, group, inner) in C order.
    index row = quotient(here(), inner);
    index outer = quotient(row, groups);
    index lane = here() - row * inner;
    index start = fan * (row - outer * groups);
    index first = (outer * extent + start) * inner + lane;
    index line = outer * elements * inner + lane;
    float best_place = begin ? float(start) : fetch(places, first);
    float best = fetch(values, line + index(best_place) * inner);
    for (index k = 1; k < fan; k++) {
        if (start + k < extent) {
            float other_place = begin ? float(start + k) : fetch(places, first + k * inner);
            float other = fetch(values, line + index(other_place) * inner);
            bool better = precedes(other, best);
            best = better ? other : best;
            best_place = better ? other_place : best_place;
        }
    }
    place = best_place;
}

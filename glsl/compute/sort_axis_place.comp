// sort_axis_place: each record, sorted line by line, goes to its place along the axis, as its key or as the place that it came
// from: the end of a sort of records (GPU Gems ch. 37, section 37.3).
input uvec2 records;
input uint keys;
constant index count;
constant index extent; // elements of a line
constant index inner;  // lines that lie beside each other
output element sorted;
#include "result"

void main() {
    if (here() < count) {
        int line = here() / extent;
        int outer = line / inner;
        int rank = here() - line * extent;
        int position = int(records[here()].y);
        int place = position / inner - outer * extent;
        sorted[(outer * extent + rank) * inner + line - outer * inner] = result_of(uvec2(keys[position], uint(place)));
    }
}

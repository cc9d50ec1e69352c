// merge_starts: for every 64th or 256th element of a merged list, finds how many elements of the first list come before it, by a binary search along
// the merge path (Green, McColl and Bader 2012).
input float a;
input float b;
parameter index spacing = 64;
float a_key(index i) { return fetch(a, i); }
float b_key(index i) { return fetch(b, i); }
#include "shared/merge_path.glsl"
output float starts;

void main() {
    index taken = here() * spacing;
    starts = float(of_a(taken, 0, taken));
}

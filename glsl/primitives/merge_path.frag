// merge_path: an element of a merged list: finds how many elements of either list come before it, near the start that merge_starts found,
// and takes the first of the two that follow (Green, McColl and Bader 2012).
input float a;
input float b;
input float starts;
parameter index spacing = 64;
parameter bool origins = false; // whether to write where the element comes from: its position in `a`, or -1 minus that in `b`
float a_key(index i) { return fetch(a, i); }
float b_key(index i) { return fetch(b, i); }
#include "shared/merge_path.glsl"
output float merged;

void main() {
    index block = quotient(here(), spacing);
    index start = index(fetch(starts, block));
    index i = of_a(here(), start, start + (here() - block * spacing));
    index j = here() - i;
    float first = a_key(min(i, a_elements - 1));
    float second = b_key(min(j, b_elements - 1));
    bool from_a = j >= b_elements || (i < a_elements && precedes(first, second));
    merged = origins ? (from_a ? float(i) : -1.0 - float(j)) : from_a ? first : second;
}

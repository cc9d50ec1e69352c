// take_axis: fetches the elements at given places along an axis; beyond a line, its first or last one. As `take`, its input is a gather
// stream (Brook for GPUs, section 3.2), and the places are a stream: one for each place of the result, or one for each of its elements.
input element values;
input float places;
constant index taken_extent; // elements of a line of the result
parameter bool along = false; // whether there is one for each element
#include "shared/lines.glsl"
output element taken;

void main() {
    index row = quotient(here(), inner);
    index outer = quotient(row, taken_extent);
    index wanted = index(fetch(places, along ? here() : row - outer * taken_extent));
    index place = clamp(wanted, 0, extent - 1);
    taken = fetch(values, (outer * extent + place) * inner + here() - row * inner);
}

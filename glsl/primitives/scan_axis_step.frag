// scan_axis_step: combines each element with the one at distance `stride` before it along an axis: the kernel Scan of GPU Gems 2 ch. 36
// (figure 36-1), for many lines at once. With `shift` 1 the scan is exclusive: inputs are shifted by one place.
input element values;
constant index stride;
constant index shift;
constant element identity;
#include "shared/lines.glsl"
output element scanned;
parameter element combine(element a, element b);

element at(index i, index place) {
    return place < shift ? identity : fetch(values, i - shift * inner);
}

void main() {
    index i = here();
    index place = place_of(i);
    element own = at(i, place);
    scanned = place >= stride ? combine(at(i - stride * inner, place - stride), own) : own;
}

// segment_step: a step of a segmented scan (Sengupta et al. 2007): combines each element with the one at distance `stride` before it, if
// that is in its segment.
input element values;
input float starts; // for each element, the position of the first element of its segment
constant index stride;
output element scanned;
parameter element combine(element a, element b);

void main() {
    index i = here();
    element own = fetch(values, i);
    scanned = i - stride >= index(fetch(starts, i)) ? combine(fetch(values, max(i - stride, 0)), own) : own;
}

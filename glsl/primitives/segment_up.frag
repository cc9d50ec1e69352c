// segment_up: the sums of blocks of 8 elements, each from the last start of a segment in the block (Sengupta et al. 2007, with eights
// instead of pairs).
parameter element combine(element a, element b);
input element values;
input float flags;
output element sums;

void main() {
    index first = 8 * here();
    element sum = fetch(values, first);
    for (index k = 1; k < 8; k++) {
        index i = min(first + k, count(values) - 1);
        element own = fetch(values, i);
        element longer = fetch(flags, i) != 0.0 ? own : combine(sum, own);
        sum = first + k < count(values) ? longer : sum;
    }
    sums = sum;
}

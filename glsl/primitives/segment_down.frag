// segment_down: combines the elements of a block of 8 up to here, and those of the blocks before that are in the same segment (Sengupta et
// al. 2007, with eights instead of pairs).
parameter element combine(element a, element b);
input element values;
input float flags;
input element sums; // the scan of the level above
output element scanned;

void main() {
    index block = quotient(here(), 8);
    index first = 8 * block;
    element sum = fetch(values, here());
    bool open = fetch(flags, here()) == 0.0;
    for (index k = 1; k < 8; k++) {
        index i = here() - k;
        if (i >= first && open) {
            sum = combine(fetch(values, max(i, 0)), sum);
            open = fetch(flags, max(i, 0)) == 0.0;
        }
    }
    if (block > 0 && open) {
        sum = combine(fetch(sums, block - 1), sum);
    }
    scanned = sum;
}

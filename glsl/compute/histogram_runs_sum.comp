// histogram_runs_sum: adds the counters of all runs, bin by bin.
// Not from a paper. Counting is a scatter, which fragments do not have (GPU Gems 2, ch. 36, section 36.1).
input float found;
constant index all;  // number of bins
constant index runs;
output float counts;

void main() {
    if (here() < all) {
        float sum = 0.0;
        for (int run = 0; run < runs; run++) {
            sum += found[run * all + here()];
        }
        counts[here()] = sum;
    }
}

// histogram_runs_sum: adds the counters of all runs, bin by bin.
// A reduction, as those of Mahardito et al.
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

// radix_runs_sum: for each digit its running count over the runs, in place, and how many records have it: the scan of the
// counts (Harris 2007) along the runs, a digit an invocation.
constant index runs;
inout uint counts;
output uint totals;

void main() {
    if (here() < 256) {
        uint sum = 0u;
        for (int run = 0; run < runs; run++) {
            uint own = counts[run * 256 + here()];
            counts[run * 256 + here()] = sum;
            sum += own;
        }
        totals[here()] = sum;
    }
}

// spmv_rows: a step of the product of a sparse matrix, whose rows are sorted by their length, and a vector (Bolz et al. 2003, Sparse Matrix
// Solvers on the GPU). It adds `steps` entries, from number `from` on, to the sum of each row that has so many. The longer rows come last,
// and their later entries first.
parameter index known_steps = -1; // how many entries, if that has to be known before the kernel runs
constant index steps;             // else
constant index from;
constant index summed;            // the first row that has a sum already
input float order;                // the rows, in order
input float offsets;              // the first entry of each row, and the number of entries
input float indices;
input float values;
input float x;
input float sums;
output float result;

void main() {
    index i = here();
    index row = index(fetch(order, i));
    index first = index(fetch(offsets, row)) + from;
    index entries = index(fetch(offsets, row + 1)) - first;
    float sum = i >= summed ? fetch(sums, i) : 0.0;
    for (index k = 0; k < (known_steps >= 0 ? known_steps : min(entries, steps)); k++) {
        sum += k < entries ? fetch(values, first + k) * fetch(x, index(fetch(indices, first + k))) : 0.0;
    }
    result = sum;
}

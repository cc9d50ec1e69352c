// spmv_runs: each invocation sums the entries of a row of a sparse matrix, times the elements of a vector, one after the other
// (the scalar kernel of Bell and Garland 2009).
input uint offsets; // of the first entry of each row
input uint indices; // the column of each entry
input float values;
input float x;
constant index rows;
output float sums;

void main() {
    int row = here();
    if (row < rows) {
        float sum = 0.0;
        int last = int(offsets[row + 1]);
        for (int k = int(offsets[row]); k < last; k++) {
            sum += values[k] * x[indices[k]];
        }
        sums[row] = sum;
    }
}

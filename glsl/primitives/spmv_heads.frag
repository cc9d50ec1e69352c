// spmv_heads: 1 for each entry of a sparse matrix that is the first of its row, else 0: where the segments of a segmented scan start (Sengupta
// et al. 2007).
input float offsets; // the first entry of each row, and the number of entries
input float ends;    // for each entry, how many rows start before it or with it
output float heads;

void main() {
    index row = max(index(fetch(ends, here())) - 1, 0);
    heads = index(fetch(offsets, row)) == here() ? 1.0 : 0.0;
}

// spmv_ends: the sum of each row of a sparse matrix, from a segmented scan of the products of its entries (Sengupta et al. 2007): that of its
// last entry, or 0 if it has none.
input float offsets; // the first entry of each row, and the number of entries
input float scanned;
output float result;

void main() {
    index end = index(fetch(offsets, here() + 1));
    bool some = end > index(fetch(offsets, here()));
    float sum = fetch(scanned, max(end - 1, 0));
    // Where all products are -0, so is their sum, but not the sum of 0 and them.
    result = some && sum != 0.0 ? sum : 0.0;
}

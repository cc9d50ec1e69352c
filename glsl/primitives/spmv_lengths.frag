// spmv_lengths: the number of entries of each row of a sparse matrix, or of pieces of at most `part` entries, by which Bolz et al. 2003 sort
// the rows. Behind the last row it is 0, so that a scan of the numbers has their sum.
input float offsets;
constant index part;
output float lengths;

void main() {
    index i = here();
    bool row = i + 1 < count(offsets);
    index entries = index(fetch(offsets, row ? i + 1 : 0)) - index(fetch(offsets, row ? i : 0));
    lengths = row ? float(quotient(max(entries, 0) + part - 1, part)) : 0.0;
}

// spmv_pieces: where each piece of a row of a sparse matrix starts: every `part` entries a row of compressed sparse rows (Bell and Garland 2009)
// is cut. Behind the last piece it is the number of entries.
input float offsets; // the first entry of each row, and the number of entries
input float firsts;  // the first piece of each row, and the number of pieces
input float ends;    // for each piece, how many rows start before it or with it
constant index part;
output float starts;

void main() {
    index piece = here();
    index rows = count(offsets) - 1;
    index row = clamp(index(fetch(ends, piece)) - 1, 0, rows);
    starts = fetch(offsets, row) + float(row < rows ? (piece - index(fetch(firsts, row))) * part : 0);
}

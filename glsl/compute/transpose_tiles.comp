// transpose_tiles: each group loads a square of a matrix row by row into shared memory, and writes it column by column, so
// that neighbouring invocations read and write neighbours. A row of the square has one place more, so that a column lies in
// different banks (Ruetsch and Micikevicius 2009).
input element values;
constant index rows;    // of the result
constant index columns;
constant index across;  // squares beside each other in the result
constant index down;    // and below each other
output element transposed;

shared element square[16 * 17];

void main() {
    int line = group() / across;
    int x0 = 16 * (group() - line * across);
    int matrix = line / down;
    int y0 = 16 * (line - matrix * down);
    int base = matrix * rows * columns;
    for (int k = thread(); k < 256; k += threads) {
        int x = k / 16;
        int y = k - 16 * x;
        if (x0 + x < columns && y0 + y < rows) {
            square[17 * x + y] = values[base + (x0 + x) * rows + y0 + y];
        }
    }
    sync();
    for (int k = thread(); k < 256; k += threads) {
        int y = k / 16;
        int x = k - 16 * y;
        if (x0 + x < columns && y0 + y < rows) {
            transposed[base + (y0 + y) * columns + x0 + x] = square[17 * x + y];
        }
    }
}

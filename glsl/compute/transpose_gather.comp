// transpose_gather: each invocation fetches an element from its place in the transposed matrix, as the pass does: a gather
// (Brook for GPUs, section 3.2).
input element values;
constant index count;   // elements of all matrices
constant index rows;    // of the result
constant index columns;
output element transposed;

void main() {
    if (here() < count) {
        int line = here() / columns;
        int x = here() - line * columns;
        int matrix = line / rows;
        int y = line - matrix * rows;
        transposed[here()] = values[(matrix * columns + x) * rows + y];
    }
}

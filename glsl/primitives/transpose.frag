// transpose: fetches each element from its place in the transposed matrix: a gather (Brook for GPUs, section 3.2). For one matrix, or for
// many, one after the other.
input element values;
constant index rows;    // of the result
constant index columns; // of the result
output element transposed;

void main() {
    index matrix = quotient(here_y(), rows);
    transposed = fetch(values, here_y() - matrix * rows, matrix * columns + here_x());
}

// linear_sgemv_parts: four rows of a matrix times a vector (BLAS, level 2), over eight texels of each row: dot products of four.
// Row y of the result has the sums of rows 4 y to 4 y + 3, column s those over texels 8 s to 8 s + 7.
// Buck et al., Brook for GPUs, section 5.1, has it by map and reduction.
input vec4 matrix;
input vec4 x;
constant index parts;    // of eight texels, in a row of x
constant float per_part; // one over it
output vec4 sums;

void main() {
    index row = 4 * here_y();
    index column = 8 * here_x();
    index x_row = index(float(here_x()) * per_part);
    index x_column = 8 * (here_x() - x_row * parts);
    vec4 total = vec4(0.0);
    for (index k = 0; k < 8; k++) {
        vec4 v = fetch(x, x_column + k, x_row);
        total.x += dot(fetch(matrix, column + k, row), v);
        total.y += dot(fetch(matrix, column + k, row + 1), v);
        total.z += dot(fetch(matrix, column + k, row + 2), v);
        total.w += dot(fetch(matrix, column + k, row + 3), v);
    }
    sums = total;
}

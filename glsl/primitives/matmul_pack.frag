// matmul_pack: four neighbours of a row of a matrix in a texel, with zeros for columns and rows that the matrix does not have. Four
// numbers a texel are what products of matrices are fastest with (Hall et al. 2003).
input float matrix;
constant index rows;
constant index columns;
output vec4 packed;

float element_at(index x) {
    return x < columns && here_y() < rows ? fetch(matrix, x, here_y()) : 0.0;
}

void main() {
    index x = 4 * here_x();
    packed = vec4(element_at(x), element_at(x + 1), element_at(x + 2), element_at(x + 3));
}

// transpose_packed: a texel of a transposed matrix, whose four elements are from four rows. As `transpose`, for rows and columns of whole
// texels. A gather (Brook for GPUs, section 3.2).
input vec4 values;
constant index rows;    // of the result
constant index columns; // of the result, in texels
output vec4 transposed;

void main() {
    index matrix = quotient(here_y(), rows);
    index row = here_y() - matrix * rows;
    index texel = quotient(row, 4);
    index lane = row - 4 * texel;
    index first = 4 * (matrix * columns + here_x());
    vec4 a = fetch(values, texel, first);
    vec4 b = fetch(values, texel, first + 1);
    vec4 c = fetch(values, texel, first + 2);
    vec4 d = fetch(values, texel, first + 3);
    vec4 left = lane == 0 ? vec4(a.x, b.x, c.x, d.x) : vec4(a.y, b.y, c.y, d.y);
    vec4 right = lane == 2 ? vec4(a.z, b.z, c.z, d.z) : vec4(a.w, b.w, c.w, d.w);
    transposed = lane < 2 ? left : right;
}

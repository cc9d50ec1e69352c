// linear_join: the planes of a product, one below the other.
// Brook's matrix product (Buck et al., Table 1, Mat4Mult) multiplies streams of 4 x 4 matrices.
input vec4 plane;
constant index start;
output vec4 joined;

void main() {
    joined = fetch(plane, here_x(), here_y() - start);
}

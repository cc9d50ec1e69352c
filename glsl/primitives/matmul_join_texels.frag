// matmul_join_texels: one plane of a product of matrices (Hall et al. 2003) in its place below others, texel by texel. One pass for each
// plane.
input vec4 plane;
constant index start;
output vec4 joined;

void main() {
    joined = fetch(plane, here_x(), here_y() - start);
}

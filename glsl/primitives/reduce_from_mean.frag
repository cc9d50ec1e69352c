// reduce_from_mean: the sum of the elements of a square of texels, from the mean of its texels and their number. The means are those that the
// driver computes for mip levels, after the OpenGL extension SGIS_generate_mipmap.
input element means;
constant float texels;
parameter index lanes = 1; // the elements of a texel
output element sum;

void main() {
    element mean = fetch(means, 0);
    for (index lane = 1; lane < lanes; lane++) {
        mean = mean + fetch(means, lane);
    }
    sum = mean * texels;
}

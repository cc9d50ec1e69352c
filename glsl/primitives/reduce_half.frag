// reduce_half: the elements from a place on, and behind the last one a number that changes no other. Drawn from 0, it copies the lower half of a
// stream; then blending combines it with the upper half, as GPUSort does (Govindaraju et al. 2005). A program of the time drew two quads with
// shifted texture coordinates, and needed no fragment program.
input element values;
constant index start;
constant float past;
output element half_of_all;

void main() {
    index i = here() + start;
    half_of_all = i < count(values) ? fetch(values, min(i, count(values) - 1)) : element(past);
}

// argsort_places: the positions of the keys of four successive ranks. Each fragment searches all ranks for its own, because it cannot scatter
// (GPU Gems, ch. 37, section 37.3.2).
input vec4 ranks;
constant index texels;
output vec4 order;

void find(float rank, float position, vec4 wanted, inout vec4 found) {
    found.x = rank == wanted.x ? position : found.x;
    found.y = rank == wanted.y ? position : found.y;
    found.z = rank == wanted.z ? position : found.z;
    found.w = rank == wanted.w ? position : found.w;
}

void main() {
    vec4 wanted = float(4 * here()) + vec4(0.0, 1.0, 2.0, 3.0);
    vec4 found = vec4(0.0);
    for (index k = 0; k < texels; k++) {
        vec4 four = fetch(ranks, k);
        float first = float(4 * k);
        find(four.x, first, wanted, found);
        find(four.y, first + 1.0, wanted, found);
        find(four.z, first + 2.0, wanted, found);
        find(four.w, first + 3.0, wanted, found);
    }
    order = found;
}

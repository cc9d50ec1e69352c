// argsort_chosen: the positions of the keys of the first ranks, in the order of their positions, four a fragment. Each fragment counts them up
// to its own, because it cannot scatter (GPU Gems, ch. 37, section 37.3.2).
input vec4 ranks;
constant index chosen; // ranks below this one are chosen
constant index texels;
output vec4 positions;

void count_chosen(float rank, float position, vec4 wanted, inout float counted, inout vec4 found) {
    if (rank < float(chosen)) {
        found.x = counted == wanted.x ? position : found.x;
        found.y = counted == wanted.y ? position : found.y;
        found.z = counted == wanted.z ? position : found.z;
        found.w = counted == wanted.w ? position : found.w;
        counted += 1.0;
    }
}

void main() {
    vec4 wanted = float(4 * here()) + vec4(0.0, 1.0, 2.0, 3.0);
    vec4 found = vec4(0.0);
    float counted = 0.0;
    for (index k = 0; k < texels; k++) {
        vec4 four = fetch(ranks, k);
        float first = float(4 * k);
        count_chosen(four.x, first, wanted, counted, found);
        count_chosen(four.y, first + 1.0, wanted, counted, found);
        count_chosen(four.z, first + 2.0, wanted, counted, found);
        count_chosen(four.w, first + 3.0, wanted, counted, found);
    }
    positions = found;
}

// bitonic_float: who is compared with whom in a pass of the bitonic merge sort, in floats, as the chapter computes it (GPU
// Gems ch. 37, Example 37-2); from 1-D to 2-D it goes by the access function, in floats too. Exact up to 2^24 elements.
// Where the length is no power of two, the first pass of each stage compares as in a mirror: see bitonic.
constant float block;
constant float offset;
constant bool mirror;

index partner_of(index i) {
    float position = float(i);
    float way = mod(position, 2.0 * offset) < offset ? 1.0 : -1.0;
    float start = floor(position / block) * block;
    bool mirrored = mirror && 2.0 * offset == block;
    return index(mirrored ? 2.0 * start + block - 1.0 - position : position + way * offset);
}

bool ascends(index i) {
    return mirror || mod(floor(float(i) / block), 2.0) == 0.0;
}

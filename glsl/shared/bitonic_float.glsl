// bitonic_float: who is compared with whom in a pass of the bitonic merge sort, in floats, as the chapter computes it (GPU
// Gems ch. 37, Example 37-2); from 1-D to 2-D it goes by the access function, in floats too. Exact up to 2^24 elements:
// no sum here goes beyond, and what would be a division is a product with a power of two. See bitonic for the mirror.
constant float block;
constant float offset;
constant float per_block;  // 1 / block
constant float per_offset; // 1 / offset
constant bool mirror;

index partner_of(index i) {
    float position = float(i);
    float pair = floor(position * per_offset * 0.5) * 2.0 * offset;
    float way = position - pair < offset ? 1.0 : -1.0;
    float start = floor(position * per_block) * block;
    bool mirrored = mirror && 2.0 * offset == block;
    return index(mirrored ? start + (block - 1.0 - (position - start)) : position + way * offset);
}

bool ascends(index i) {
    float number = floor(float(i) * per_block);
    return mirror || number == 2.0 * floor(number * 0.5);
}

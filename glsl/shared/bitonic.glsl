// bitonic: finds the partner of an element in a pass of the bitonic merge sort (GPU Gems ch. 37, Example 37-2), by bit operators, or in
// floats, as the chapter does. Floats are exact up to 2^24 elements: no sum here is larger, and divisions are products with powers of two.
// If the length is not a power of two, the first pass of each stage compares in mirrored order. Then all comparisons put the smaller key
// first, so keys past the end would never move.
parameter bool in_floats = false;
constant index block;      // length of the sequences that this stage produces: 2, 4, 8, ..
constant index offset;     // distance between compared elements: block / 2, block / 4, .. 1
constant float per_block;  // for floats: 1 / block
constant float per_offset; // for floats: 1 / offset
constant bool mirror;

index partner_of(index i) {
    if (in_floats) {
        float position = float(i);
        float length = float(block);
        float distance = float(offset);
        float pair = floor(position * per_offset * 0.5) * 2.0 * distance;
        float way = position - pair < distance ? 1.0 : -1.0;
        float start = floor(position * per_block) * length;
        bool mirrored = mirror && 2.0 * distance == length;
        return index(mirrored ? start + (length - 1.0 - (position - start)) : position + way * distance);
    }
    return mirror && 2 * offset == block ? i ^ (block - 1) : i ^ offset;
}

bool ascends(index i) {
    if (in_floats) {
        float number = floor(float(i) * per_block);
        return mirror || number == 2.0 * floor(number * 0.5);
    }
    return mirror || (i & block) == 0;
}

// bitonic: who is compared with whom in a pass of the bitonic merge sort (GPU Gems ch. 37, Example 37-2), by bit
// operators. Where the length is no power of two, the first pass of each stage compares as in a mirror, so that all
// comparisons put the smaller first: what would lie past the end then never moves.
constant index block;  // elements of the sequences that this stage makes: 2, 4, 8, ..
constant index offset; // how far apart two that are compared are: block / 2, block / 4, .. 1
constant bool mirror;

index partner_of(index i) {
    return mirror && 2 * offset == block ? i ^ (block - 1) : i ^ offset;
}

bool ascends(index i) {
    return mirror || (i & block) == 0;
}

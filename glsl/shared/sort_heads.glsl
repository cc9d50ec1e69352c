// sort_heads: a search along the merge path. Two neighbouring runs of sorted texels are merged texel by texel, in the order of their first
// keys. A binary search finds how many of the first `taken` texels come from the first run.
input vec4 keys;
constant index run;    // number of texels in a run
constant index texels; // number of all texels
parameter bool halves = false; // whether the runs are halves of all words, whose positions count from the start of their half
#include "shared/key_words.glsl"
constant index position_bits;

// Inserts the number of the half above the bits of the position. The result has up to 32 bits. The highest is inverted, so that words
// compare as signed integers. Padding past the end stays last.
ivec4 word_of_half(ivec4 order, int number) {
    ivec4 word = word_from_order(order);
    ivec4 wide = ((word >> position_bits) << (position_bits + 1)) | (word & position_mask) | (number << position_bits);
    ivec4 padding = (0x7f7fffff - max(order, ivec4(0))) >> 31;
    return ((wide ^ (1 << 31)) & ~padding) | (ivec4(0x7fffffff) & padding);
}

// Convert a texel of the first or second run to integers that compare in the order of the sort.
ivec4 first_order(vec4 texel) { return halves ? word_of_half(to_order(texel), 0) : to_order(texel); }
ivec4 second_order(vec4 texel) { return halves ? word_of_half(to_order(texel), 1) : to_order(texel); }

index first_run(index base) { return min(run, texels - base); }
index second_run(index base) { return clamp(texels - base - run, 0, run); }

// Does one step of the search for the smallest number of texels of the first run whose next texel comes after all taken texels.
void halve(index base, index taken, inout index low, inout index high) {
    index middle = (low + high) >> 1;
    ivec4 first = first_order(fetch(keys, base + middle));
    ivec4 second = second_order(fetch(keys, base + run + taken - 1 - middle));
    bool right = precedes(first, second);
    low = right ? middle + 1 : low;
    high = right ? high : middle;
}

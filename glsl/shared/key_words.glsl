// key_words: words that hold a key of few bits and, below it, the position of the key. Texels hold words as floats whose bits are neither
// those of a denormal nor of a NaN.
constant index position_mask; // 2^(bits of a position) - 1

// Converts words of up to 31 bits to integers in the same order, whose float is normal, and back.
ivec4 word_to_order(ivec4 word) {
    return word - 0x7f800000 + (ivec4(0x01000000) & ~((word - 0x7f000000) >> 31));
}
ivec4 word_from_order(ivec4 order) {
    return order + 0x7f800000 - (ivec4(0x01000000) & ~((order - 0x00800000) >> 31));
}

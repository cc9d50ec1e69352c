// radix_digit: a digit of four bits of a sort key: of all bits of a float, or of an integer in a float.
parameter bool whole = true;       // whether keys are floats with all their bits
parameter bool descending = false; // of whole floats: whether the largest key comes first
constant index shift;              // number of bits of a key below the digit

int digit_of(float key) {
    if (whole) {
        // -0 and 0 tie. Negative floats are ordered backwards.
        int bits = floatBitsToInt(key) == (1 << 31) ? 0 : floatBitsToInt(key);
        int order = bits ^ ((bits >> 31) | (1 << 31)) ^ (descending ? -1 : 0);
        return (order >> shift) & 15;
    }
    return (int(key) >> shift) & 15;
}

// differs: whether two elements are different keys of a sort. By their bits, denormals differ; -0 and 0 are one key, and NaN is none.
parameter bool by_bits = false; // whether keys compare by their bits, too, which takes integers

bool differs(element a, element b) {
    if (by_bits) {
        bool zeros = ((floatBitsToInt(a) | floatBitsToInt(b)) & 0x7fffffff) == floatBitsToInt(element(0.0));
        return a != b || floatBitsToInt(a) != floatBitsToInt(b) && !zeros;
    }
    return a != b;
}

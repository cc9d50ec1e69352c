// key_order: the order of a sort of floats. With integers it is that of their bits, where -0 and 0 are equal, and NaN is beyond infinity.
parameter bool by_bits = true; // whether keys compare by their bits, which takes integers
parameter bool descending = false;

int order_of(float key) {
    int bits = floatBitsToInt(key) == (1 << 31) ? 0 : floatBitsToInt(key);
    return bits ^ ((bits >> 31) & 0x7fffffff);
}

bool precedes(float a, float b) {
    if (by_bits) {
        return descending ? order_of(a) > order_of(b) : order_of(a) < order_of(b);
    }
    return descending ? a > b : a < b;
}

// merge_path: a search along the merge path of two sorted lists, `a` and `b`: how many of the first `taken` elements of the merged list come
// from `a`. Include it after the definitions of a_key(i) and b_key(i).
parameter bool by_bits = false; // whether keys compare by their bits, which takes integers
parameter index steps = 24;     // of the search
constant index a_elements;
constant index b_elements;

// The total order of IEEE 754, in which -0 and 0 tie.
int order_of(float key) {
    int bits = floatBitsToInt(key) == (1 << 31) ? 0 : floatBitsToInt(key);
    return bits ^ ((bits >> 31) & 0x7fffffff);
}

// Returns whether an element of `a` comes before one of `b`. It does if they tie.
bool precedes(float first, float second) { return by_bits ? order_of(first) <= order_of(second) : first <= second; }

// Halves the range of the number of elements of `a`, as long as there is more than one left.
void halve(index taken, inout index low, inout index high) {
    index middle = quotient(low + high, 2);
    float first = a_key(min(middle, a_elements - 1));
    float second = b_key(clamp(taken - 1 - middle, 0, b_elements - 1));
    bool more = low < high;
    bool right = precedes(first, second);
    low = more && right ? middle + 1 : low;
    high = more && !right ? middle : high;
}

// Returns the number of elements of `a`, which is at least `least` and at most `most`.
index of_a(index taken, index least, index most) {
    index low = max(max(0, taken - b_elements), least);
    index high = min(min(taken, a_elements), most);
    for (index k = 0; k < steps; k++) {
        halve(taken, low, high);
    }
    return low;
}

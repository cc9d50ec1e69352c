// load_pairs: a texel of keys to sort and their positions; past the end stands what sorts last. Comes after sort_pairs.
input float values;
constant index elements;

ivec2 pair(index i) {
    return ivec2(i < elements ? key_to_order(fetch(values, i)) : 0x7fffffff, i + OFFSET);
}
ivec4 loaded(index texel) { return ivec4(pair(2 * texel), pair(2 * texel + 1)); }

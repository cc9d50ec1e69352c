// load_keys: a texel of keys to sort; past the end stands what sorts last. Comes after "four" and sort_keys.
constant index elements;

ivec4 loaded(index texel) {
    ivec4 group = to_order(four(texel));
    ivec4 place = 4 * texel + ivec4(0, 1, 2, 3);
    ivec4 beyond = (elements - 1 - place) >> 31;
    return (group & ~beyond) | (ivec4(0x7fffffff) & beyond);
}

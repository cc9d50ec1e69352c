// packed_load_pairs: a texel of keys to sort and their positions; past the end stands what no key comes after, with positions
// past all others.
input float values;
constant index elements;
constant float past;

float key(index i) { return i < elements ? fetch(values, i) : past; }
vec4 loaded(index texel) {
    index i = 2 * texel;
    return vec4(key(i), float(i), key(i + 1), float(i + 1));
}

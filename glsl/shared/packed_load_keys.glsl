// packed_load_keys: a texel of keys to sort; past the end stands what no key comes after. Comes after "four".
constant index elements;
constant float past;

vec4 loaded(index texel) {
    vec4 keys = four(texel);
    index left = elements - 4 * texel;
    return vec4(left > 0 ? keys.x : past, left > 1 ? keys.y : past, left > 2 ? keys.z : past, left > 3 ? keys.w : past);
}

// four_keys: fetches keys 4t to 4t + 3 of a stream, from one texel of a packed stream or from four texels of a plain one.
parameter bool packed = false;
input vec4 texels; // bound for a packed stream
input float keys;  // bound for a plain stream

vec4 four(index texel) {
    if (packed) {
        return fetch(texels, texel);
    }
    index i = 4 * texel;
    return vec4(fetch(keys, i), fetch(keys, i + 1), fetch(keys, i + 2), fetch(keys, i + 3));
}

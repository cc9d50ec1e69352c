// four_plain: elements 4t to 4t + 3 of a plain stream.
input float values;

vec4 four(index texel) {
    index i = 4 * texel;
    return vec4(fetch(values, i), fetch(values, i + 1), fetch(values, i + 2), fetch(values, i + 3));
}

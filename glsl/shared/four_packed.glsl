// four_packed: elements 4t to 4t + 3 of a packed stream, a texel.
input vec4 values;

vec4 four(index texel) { return fetch(values, texel); }

// kept_of_one: counts the kept elements in a texel of a plain stream: 0 or 1. Include it after the declaration of `keep`.
const index leaf = 16; // texels per leaf
input element values;

float kept(element texel) { return float(keep(texel)); }
float kept_of_last(element texel) { return float(keep(texel)); }

// kept_of_one: whether an element is kept, as a count. Comes after `keep`.
const index leaf = 16; // texels
input element values;

float kept(element texel) { return float(keep(texel)); }
float kept_of_last(element texel) { return float(keep(texel)); }

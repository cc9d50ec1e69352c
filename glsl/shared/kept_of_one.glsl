// kept_of_one: whether an element is kept, as a count. Comes after "predicate".
input element values;

float kept(element texel) { return float(keep(texel)); }
float kept_of_last(element texel) { return float(keep(texel)); }

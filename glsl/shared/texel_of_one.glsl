// texel_of_one: a texel of a plain stream is an element.
input element values;

element whole(element texel) { return texel; }
element rest(element texel) { return texel; }

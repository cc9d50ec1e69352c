// texel_of_one: texels of a plain stream, which hold one element.
input element values;

element whole(element texel) { return texel; }
element rest(element texel) { return texel; }

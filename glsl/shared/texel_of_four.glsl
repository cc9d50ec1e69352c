// texel_of_four: texels of a packed stream, which hold four elements. Include it after the declaration of `combine`.
input vec4 values;

float whole(vec4 texel) { return combine(combine(texel.x, texel.y), combine(texel.z, texel.w)); }

// texel_of_four: a texel of a packed stream is four elements. Comes after `combine`.
input vec4 values;

float whole(vec4 texel) { return combine(combine(texel.x, texel.y), combine(texel.z, texel.w)); }

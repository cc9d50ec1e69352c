// each_of_four: combines two texels of a packed stream lane by lane. Include it after the declaration of `combine`.
vec4 each(vec4 a, vec4 b) {
    return vec4(combine(a.x, b.x), combine(a.y, b.y), combine(a.z, b.z), combine(a.w, b.w));
}

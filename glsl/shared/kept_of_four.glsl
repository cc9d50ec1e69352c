// kept_of_four: counts the kept elements in a texel of a packed stream. Include it after the declaration of `keep`.
const index leaf = 4; // texels per leaf
input vec4 values;
constant index lanes; // number of elements in the last texel

float kept(vec4 texel) {
    return float(keep(texel.x)) + float(keep(texel.y)) + float(keep(texel.z)) + float(keep(texel.w));
}
float kept_of_last(vec4 texel) {
    return float(keep(texel.x)) + float(lanes > 1 && keep(texel.y)) + float(lanes > 2 && keep(texel.z))
        + float(lanes > 3 && keep(texel.w));
}

// kept_of_four: how many elements of a texel of a packed stream are kept. Comes after `keep`.
const index leaf = 4; // texels
input vec4 values;
constant index lanes; // elements in the last texel

float kept(vec4 texel) {
    return float(keep(texel.x)) + float(keep(texel.y)) + float(keep(texel.z)) + float(keep(texel.w));
}
float kept_of_last(vec4 texel) {
    return float(keep(texel.x)) + float(lanes > 1 && keep(texel.y)) + float(lanes > 2 && keep(texel.z))
        + float(lanes > 3 && keep(texel.w));
}

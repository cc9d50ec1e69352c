// segment_pairs: texels of two sums and their flags, and how pairs of a sum and a flag combine. A flag says whether a segment starts in
// the elements of the sum. Include it after the declaration of `combine`.
input vec4 values;

vec2 joined(vec2 a, vec2 b) {
    return vec2(b.y > 0.0 ? b.x : combine(a.x, b.x), max(a.y, b.y));
}

// Combines the two pairs of a texel.
vec2 pair_of(vec4 texel) { return joined(texel.xz, texel.yw); }

// segment_flags: which elements of a packed stream start a segment. Include it after the declarations of `combine` and `values`.
parameter bool by_keys = false; // whether a segment is a run of equal keys; otherwise flags that are not 0 start segments
input vec4 heads;               // the flags, or the keys

// Returns 1 for each element of a texel that starts a segment. `before` is the key before the texel.
vec4 flags_of(vec4 head, float before) {
    vec4 other = by_keys ? vec4(before, head.xyz) : vec4(0.0);
    return vec4(head.x != other.x, head.y != other.y, head.z != other.z, head.w != other.w);
}

// segment_flags: which elements of a packed stream start a segment. Include it after the declarations of `combine` and `values`.
parameter bool by_keys = false; // whether a segment is a run of equal keys; otherwise flags that are not 0 start segments
input vec4 heads;               // the flags, or the keys
#include "shared/run_firsts.glsl"

// Returns 1 for each element of a texel that starts a segment. `before` is the key before the texel.
vec4 flags_of(vec4 head, float before) {
    return by_keys ? firsts_of(head, before, false) : vec4(head.x != 0.0, head.y != 0.0, head.z != 0.0, head.w != 0.0);
}

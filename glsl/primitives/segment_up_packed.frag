// segment_up_packed: sums of four neighbours of a packed stream, each with a flag that says whether a segment starts among them: the lowest
// level of the pyramid of a segmented scan. A sum begins at the last such start. Pairs of sum and flag combine associatively (Sengupta
// et al. 2007). A texel holds two sums and their two flags.
parameter element combine(element a, element b);
input vec4 values;
#include "shared/segment_flags.glsl"
output vec4 sums;

vec2 sum_of(vec4 own, vec4 flags) {
    float left = flags.y > 0.0 ? own.y : combine(own.x, own.y);
    float right = flags.w > 0.0 ? own.w : combine(own.z, own.w);
    float sum = flags.z > 0.0 || flags.w > 0.0 ? right : combine(left, right);
    return vec2(sum, dot(flags, vec4(1.0)) > 0.0);
}

void main() {
    index first = 2 * here();
    index y = quotient(first, width(values));
    index x = first - y * width(values);
    vec4 head = fetch(heads, x, y);
    float before = by_keys ? fetch(heads, max(first - 1, 0)).w : 0.0;
    vec2 a = sum_of(fetch(values, x, y), flags_of(head, before));
    vec2 b = sum_of(fetch(values, x + 1, y), flags_of(fetch(heads, x + 1, y), head.w));
    sums = vec4(a.x, b.x, a.y, b.y);
}

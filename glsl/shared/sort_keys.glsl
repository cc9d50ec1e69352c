// sort_keys: a texel is four keys, compared as integers in the order of their bits: the total order of IEEE 754, in which -0
// comes before 0, denormals are exact, and NaN has a place at either end.
#include "direction" // whether it is descending

// The key as an integer that compares as the float does, and back.
ivec4 to_order(vec4 texel) {
    ivec4 bits = floatBitsToInt(texel);
    return bits ^ ((bits >> 31) & 0x7fffffff) ^ (descending ? -1 : 0);
}
vec4 from_order(ivec4 group) {
    ivec4 bits = group ^ (descending ? -1 : 0);
    return intBitsToFloat(bits ^ ((bits >> 31) & 0x7fffffff));
}

// Whether the first of a group comes before the first of another, or ties with it.
bool precedes(ivec4 a, ivec4 b) { return a.x <= b.x; }

// Lane by lane the smaller in `a`, the larger in `b`.
void exchange(inout ivec4 a, inout ivec4 b) {
    ivec4 smaller = min(a, b);
    b = max(a, b);
    a = smaller;
}

ivec4 reversed(ivec4 group) { return group.wzyx; }

// Sorts a bitonic group.
ivec4 settled(ivec4 group) {
    ivec2 low = min(group.xy, group.zw);
    ivec2 high = max(group.xy, group.zw);
    return ivec4(min(low.x, low.y), max(low.x, low.y), min(high.x, high.y), max(high.x, high.y));
}

// Sorts any group.
ivec4 sorted(ivec4 group) {
    ivec2 low = min(group.xz, group.yw);
    ivec2 high = max(group.xz, group.yw);
    return settled(ivec4(low.x, high.x, high.y, low.y));
}

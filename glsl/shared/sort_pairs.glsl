// sort_pairs: a texel is two pairs of a key and the position where it was, which breaks ties: the sort is stable. -0 and 0
// tie, denormals are exact, and NaN has a place at either end of the order.
#include "direction" // whether it is descending

// Positions travel as floats with these bits and an offset, which are no denormals and no NaN for all that a texture holds.
const int OFFSET = 0x00800000;

int key_to_order(float key) {
    int bits = floatBitsToInt(key) == (1 << 31) ? 0 : floatBitsToInt(key);
    return bits ^ ((bits >> 31) & 0x7fffffff) ^ (descending ? -1 : 0);
}
float key_from_order(int order) {
    int bits = order ^ (descending ? -1 : 0);
    return intBitsToFloat(bits ^ ((bits >> 31) & 0x7fffffff));
}
ivec4 to_order(vec4 texel) {
    return ivec4(key_to_order(texel.x), floatBitsToInt(texel.y), key_to_order(texel.z), floatBitsToInt(texel.w));
}
vec4 from_order(ivec4 group) {
    return vec4(key_from_order(group.x), intBitsToFloat(group.y), key_from_order(group.z), intBitsToFloat(group.w));
}

bool before(ivec2 a, ivec2 b) { return a.x < b.x || (a.x == b.x && a.y <= b.y); }

// Whether the first of a group comes before the first of another.
bool precedes(ivec4 a, ivec4 b) { return before(a.xy, b.xy); }

// Pair by pair the smaller in `a`, the larger in `b`.
void exchange(inout ivec4 a, inout ivec4 b) {
    bool first = before(a.xy, b.xy);
    bool second = before(a.zw, b.zw);
    ivec4 smaller = ivec4(first ? a.xy : b.xy, second ? a.zw : b.zw);
    b = ivec4(first ? b.xy : a.xy, second ? b.zw : a.zw);
    a = smaller;
}

ivec4 reversed(ivec4 group) { return group.zwxy; }

// Sorts a bitonic group, and any group: it has two.
ivec4 settled(ivec4 group) { return before(group.xy, group.zw) ? group : group.zwxy; }
ivec4 sorted(ivec4 group) { return settled(group); }

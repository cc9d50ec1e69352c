// sort_group: compares and exchanges what texels hold, as integers: four keys, or two pairs of a key and the position where it was.
parameter bool pairs = false;      // whether a texel holds pairs
parameter bool descending = false;

// Positions travel as floats with these bits and an offset, which are no denormals and no NaN for all that a texture holds.
const int OFFSET = 0x00800000;

// Keys alone compare in the order of their bits, the total order of IEEE 754: -0 comes before 0, denormals are exact, and NaN has a
// place at either end. In pairs, -0 and 0 tie, and positions break ties: the sort is stable.
int key_to_order(float key) {
    int bits = floatBitsToInt(key) == (1 << 31) ? 0 : floatBitsToInt(key);
    return bits ^ ((bits >> 31) & 0x7fffffff) ^ (descending ? -1 : 0);
}
float key_from_order(int order) {
    int bits = order ^ (descending ? -1 : 0);
    return intBitsToFloat(bits ^ ((bits >> 31) & 0x7fffffff));
}

// What a texel holds as integers that compare as it does, and back.
ivec4 to_order(vec4 texel) {
    if (pairs) {
        return ivec4(key_to_order(texel.x), floatBitsToInt(texel.y), key_to_order(texel.z), floatBitsToInt(texel.w));
    }
    ivec4 bits = floatBitsToInt(texel);
    return bits ^ ((bits >> 31) & 0x7fffffff) ^ (descending ? -1 : 0);
}
vec4 from_order(ivec4 group) {
    if (pairs) {
        return vec4(key_from_order(group.x), intBitsToFloat(group.y), key_from_order(group.z), intBitsToFloat(group.w));
    }
    ivec4 bits = group ^ (descending ? -1 : 0);
    return intBitsToFloat(bits ^ ((bits >> 31) & 0x7fffffff));
}

bool before(ivec2 a, ivec2 b) { return a.x < b.x || (a.x == b.x && a.y <= b.y); }

// Whether the first of a group comes before the first of another, or ties with it.
bool precedes(ivec4 a, ivec4 b) { return pairs ? before(a.xy, b.xy) : a.x <= b.x; }

// Key by key, or pair by pair, the smaller in `a`, the larger in `b`.
void exchange(inout ivec4 a, inout ivec4 b) {
    if (pairs) {
        bool first = before(a.xy, b.xy);
        bool second = before(a.zw, b.zw);
        ivec4 lower = ivec4(first ? a.xy : b.xy, second ? a.zw : b.zw);
        b = ivec4(first ? b.xy : a.xy, second ? b.zw : a.zw);
        a = lower;
    } else {
        ivec4 smaller = min(a, b);
        b = max(a, b);
        a = smaller;
    }
}

ivec4 reversed(ivec4 group) { return pairs ? group.zwxy : group.wzyx; }

// Sorts what a texel holds, if it is bitonic. Two pairs always are.
ivec4 settled(ivec4 group) {
    if (pairs) {
        return before(group.xy, group.zw) ? group : group.zwxy;
    }
    ivec2 low = min(group.xy, group.zw);
    ivec2 high = max(group.xy, group.zw);
    return ivec4(min(low.x, low.y), max(low.x, low.y), min(high.x, high.y), max(high.x, high.y));
}

// Sorts whatever a texel holds.
ivec4 in_order(ivec4 group) {
    if (pairs) {
        return settled(group);
    }
    ivec2 low = min(group.xz, group.yw);
    ivec2 high = max(group.xz, group.yw);
    return settled(ivec4(low.x, high.x, high.y, low.y));
}

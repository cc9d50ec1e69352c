// sort_group: compares and exchanges the contents of texels, as integers: four keys, or two pairs of a key and its original position.
parameter bool pairs = false;      // whether a texel holds pairs
parameter bool descending = false;

// Positions are stored as floats whose bits are the position plus this offset. These are never denormals or NaN.
const int OFFSET = 0x00800000;

// Keys without positions compare by their bits, in the total order of IEEE 754: -0 comes before 0, denormals are exact, and NaN comes
// first or last. In pairs, -0 and 0 tie, and positions break ties, so that the sort is stable.
int key_to_order(float key) {
    int bits = floatBitsToInt(key) == (1 << 31) ? 0 : floatBitsToInt(key);
    return bits ^ ((bits >> 31) & 0x7fffffff) ^ (descending ? -1 : 0);
}
float key_from_order(int order) {
    int bits = order ^ (descending ? -1 : 0);
    return intBitsToFloat(bits ^ ((bits >> 31) & 0x7fffffff));
}

// Converts a texel to integers that compare in the order of the sort, and back.
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

// Returns whether the first key or pair of a texel comes before that of another, or ties with it.
bool precedes(ivec4 a, ivec4 b) { return pairs ? before(a.xy, b.xy) : a.x <= b.x; }

// Compares key by key, or pair by pair. Moves the smaller into `a`, and the larger into `b`.
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

// Sorts a bitonic texel. A texel of two pairs is always bitonic.
ivec4 settled(ivec4 group) {
    if (pairs) {
        return before(group.xy, group.zw) ? group : group.zwxy;
    }
    ivec2 low = min(group.xy, group.zw);
    ivec2 high = max(group.xy, group.zw);
    return ivec4(min(low.x, low.y), max(low.x, low.y), min(high.x, high.y), max(high.x, high.y));
}

// Sorts any texel.
ivec4 in_order(ivec4 group) {
    if (pairs) {
        return settled(group);
    }
    ivec2 low = min(group.xz, group.yw);
    ivec2 high = max(group.xz, group.yw);
    return settled(ivec4(low.x, high.x, high.y, low.y));
}

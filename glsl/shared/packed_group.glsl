// packed_group: compares and exchanges the contents of texels: four keys, or two pairs of a key and its original position. Positions break
// ties, so that the sort is stable. Keys compare as floats, -0 and 0 tie, and all keys keep their bits. Needs no integers.
parameter bool pairs = false;      // whether a texel holds pairs
parameter bool descending = false;
constant bool live; // true. A compiler that knew this could replace `b < a ? b : a` with a minimum, which loses NaNs, and one of -0 and 0

bool before(float a, float b) { return descending ? b < a : a < b; }
bool precedes(vec2 a, vec2 b) { return before(a.x, b.x) || (!before(b.x, a.x) && a.y < b.y); }

// Returns whether two keys are in the wrong order. A key with a partner past the end stays where it is.
bool swaps(float low, float high, bool inside) { return inside && before(high, low); }

// Compares lane by lane, or pair by pair. Moves what comes first into `a`, and the other into `b`.
void exchange(inout vec4 a, inout vec4 b) {
    if (pairs) {
        bool first = precedes(b.xy, a.xy);
        bool second = precedes(b.zw, a.zw);
        vec4 low = vec4(first ? b.xy : a.xy, second ? b.zw : a.zw);
        b = vec4(first ? a.xy : b.xy, second ? a.zw : b.zw);
        a = low;
    } else {
        bool x = swaps(a.x, b.x, live);
        bool y = swaps(a.y, b.y, live);
        bool z = swaps(a.z, b.z, live);
        bool w = swaps(a.w, b.w, live);
        vec4 first = vec4(x ? b.x : a.x, y ? b.y : a.y, z ? b.z : a.z, w ? b.w : a.w);
        b = vec4(x ? a.x : b.x, y ? a.y : b.y, z ? a.z : b.z, w ? a.w : b.w);
        a = first;
    }
}

// Compares two groups lane by lane, or pair by pair. Returns what belongs in the later group if `later`, else what belongs in the other.
vec4 chosen(vec4 low, vec4 high, bool later, bool inside) {
    if (pairs) {
        bool first = (inside && precedes(high.xy, low.xy)) != later;
        bool second = (inside && precedes(high.zw, low.zw)) != later;
        return vec4(first ? high.xy : low.xy, second ? high.zw : low.zw);
    }
    bool x = swaps(low.x, high.x, inside) != later;
    bool y = swaps(low.y, high.y, inside) != later;
    bool z = swaps(low.z, high.z, inside) != later;
    bool w = swaps(low.w, high.w, inside) != later;
    return vec4(x ? high.x : low.x, y ? high.y : low.y, z ? high.z : low.z, w ? high.w : low.w);
}

// Returns what belongs in the own group after it is compared with the other; `later` says whether the own group is the later one.
vec4 kept(vec4 own, vec4 other, bool later, bool inside) {
    if (pairs) {
        bool first = inside && (later ? precedes(own.xy, other.xy) : precedes(other.xy, own.xy));
        bool second = inside && (later ? precedes(own.zw, other.zw) : precedes(other.zw, own.zw));
        return vec4(first ? other.xy : own.xy, second ? other.zw : own.zw);
    }
    bool x = inside && (later ? before(own.x, other.x) : before(other.x, own.x));
    bool y = inside && (later ? before(own.y, other.y) : before(other.y, own.y));
    bool z = inside && (later ? before(own.z, other.z) : before(other.z, own.z));
    bool w = inside && (later ? before(own.w, other.w) : before(other.w, own.w));
    return vec4(x ? other.x : own.x, y ? other.y : own.y, z ? other.z : own.z, w ? other.w : own.w);
}

vec4 reversed(vec4 group) { return pairs ? group.zwxy : group.wzyx; }

// Compares two lanes with two others. Returns the first of each pair, then the second of each.
vec4 exchanged(vec2 low, vec2 high) {
    bool x = swaps(low.x, high.x, live);
    bool y = swaps(low.y, high.y, live);
    return vec4(x ? high.x : low.x, y ? high.y : low.y, x ? low.x : high.x, y ? low.y : high.y);
}

// Sorts a bitonic texel. A texel of two pairs is always bitonic.
vec4 settled(vec4 group) {
    if (pairs) {
        return precedes(group.zw, group.xy) ? group.zwxy : group;
    }
    vec4 halves = exchanged(group.xy, group.zw);
    return exchanged(halves.xz, halves.yw).xzyw;
}

// Sorts any texel.
vec4 in_order(vec4 group) {
    if (pairs) {
        return settled(group);
    }
    vec4 firsts = exchanged(group.xz, group.yw); // the first of each of two comparisons, then the second of each
    vec4 mirrored = exchanged(firsts.xz, firsts.wy);
    return exchanged(mirrored.xw, mirrored.yz).xzyw;
}

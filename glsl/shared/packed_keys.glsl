// packed_keys: a texel is four keys, compared as floats by `before`, and kept bit for bit. What has a partner past the end stays
// where it is. Needs no integers. Comes after "before".
constant bool live; // true. A compiler that knew it could take `b < a ? b : a` for a minimum: that loses NaNs, and one of -0 and 0

bool swaps(float low, float high, bool inside) { return inside && before(high, low); }

// Lane by lane what comes first in `a`, the other in `b`.
void exchange(inout vec4 a, inout vec4 b) {
    bool x = swaps(a.x, b.x, live);
    bool y = swaps(a.y, b.y, live);
    bool z = swaps(a.z, b.z, live);
    bool w = swaps(a.w, b.w, live);
    vec4 first = vec4(x ? b.x : a.x, y ? b.y : a.y, z ? b.z : a.z, w ? b.w : a.w);
    b = vec4(x ? a.x : b.x, y ? a.y : b.y, z ? a.z : b.z, w ? a.w : b.w);
    a = first;
}

// Of what is in two places, what belongs in the later one, or in the other.
vec4 chosen(vec4 low, vec4 high, bool later, bool inside) {
    bool x = swaps(low.x, high.x, inside) != later;
    bool y = swaps(low.y, high.y, inside) != later;
    bool z = swaps(low.z, high.z, inside) != later;
    bool w = swaps(low.w, high.w, inside) != later;
    return vec4(x ? high.x : low.x, y ? high.y : low.y, z ? high.z : low.z, w ? high.w : low.w);
}

// The same for one's own place and another's.
vec4 kept(vec4 own, vec4 other, bool later, bool inside) {
    bool x = inside && (later ? before(own.x, other.x) : before(other.x, own.x));
    bool y = inside && (later ? before(own.y, other.y) : before(other.y, own.y));
    bool z = inside && (later ? before(own.z, other.z) : before(other.z, own.z));
    bool w = inside && (later ? before(own.w, other.w) : before(other.w, own.w));
    return vec4(x ? other.x : own.x, y ? other.y : own.y, z ? other.z : own.z, w ? other.w : own.w);
}

vec4 reversed(vec4 group) { return group.wzyx; }

// Two lanes and two others, compared in pairs.
vec4 exchanged(vec2 low, vec2 high) {
    bool x = swaps(low.x, high.x, live);
    bool y = swaps(low.y, high.y, live);
    return vec4(x ? high.x : low.x, y ? high.y : low.y, x ? low.x : high.x, y ? low.y : high.y);
}

// Sorts a bitonic group.
vec4 settled(vec4 group) {
    vec4 halves = exchanged(group.xy, group.zw);
    return exchanged(halves.xz, halves.yw).xzyw;
}

// Sorts any group.
vec4 sorted(vec4 group) {
    vec4 pairs = exchanged(group.xz, group.yw); // the firsts of both, then the seconds
    vec4 mirrored = exchanged(pairs.xz, pairs.wy);
    return exchanged(mirrored.xw, mirrored.yz).xzyw;
}

// packed_pairs: a texel is two pairs of a key and the position where it was, which breaks ties: the sort is stable. Keys compare
// as floats by `before`, and -0 and 0 tie. Needs no integers. Comes after "before".
bool precedes(vec2 a, vec2 b) { return before(a.x, b.x) || (!before(b.x, a.x) && a.y < b.y); }

// Pair by pair what comes first in `a`, the other in `b`.
void exchange(inout vec4 a, inout vec4 b) {
    bool first = precedes(b.xy, a.xy);
    bool second = precedes(b.zw, a.zw);
    vec4 low = vec4(first ? b.xy : a.xy, second ? b.zw : a.zw);
    b = vec4(first ? a.xy : b.xy, second ? a.zw : b.zw);
    a = low;
}

// Of what is in two places, what belongs in the later one, or in the other.
vec4 chosen(vec4 low, vec4 high, bool later, bool inside) {
    bool first = (inside && precedes(high.xy, low.xy)) != later;
    bool second = (inside && precedes(high.zw, low.zw)) != later;
    return vec4(first ? high.xy : low.xy, second ? high.zw : low.zw);
}

// The same for one's own place and another's.
vec4 kept(vec4 own, vec4 other, bool later, bool inside) {
    bool first = inside && (later ? precedes(own.xy, other.xy) : precedes(other.xy, own.xy));
    bool second = inside && (later ? precedes(own.zw, other.zw) : precedes(other.zw, own.zw));
    return vec4(first ? other.xy : own.xy, second ? other.zw : own.zw);
}

vec4 reversed(vec4 group) { return group.zwxy; }

// Sorts a bitonic group, and any group: it has two.
vec4 settled(vec4 group) { return precedes(group.zw, group.xy) ? group.zwxy : group; }
vec4 sorted(vec4 group) { return settled(group); }

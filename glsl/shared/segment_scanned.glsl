// segment_scanned: scans four neighbours, of which flags mark those that start a segment. `before` is the sum of the elements before
// them in their segment, if `some` is true. Include it after the declaration of `combine`.
vec4 scanned_of(vec4 own, vec4 flags, bool some, float before) {
    bool apart = flags.w > 0.0;
    float right = apart ? own.w : combine(own.z, own.w);
    vec4 sum = own;
    sum.y = flags.y > 0.0 ? own.y : combine(own.x, own.y);
    sum.z = flags.z > 0.0 ? own.z : combine(sum.y, own.z);
    sum.w = apart || flags.z > 0.0 ? right : combine(sum.y, right);
    bool open = some && flags.x < 1.0;
    sum.x = open ? combine(before, sum.x) : sum.x;
    open = open && flags.y < 1.0;
    sum.y = open ? combine(before, sum.y) : sum.y;
    open = open && flags.z < 1.0;
    sum.z = open ? combine(before, sum.z) : sum.z;
    open = open && flags.w < 1.0;
    sum.w = open ? combine(before, sum.w) : sum.w;
    return sum;
}

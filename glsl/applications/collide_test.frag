// collide_test: whether the boxes of a pair overlap, by separating axes: the 3 axes of each and the 9 cross products (Gottschalk et
// al. 1996). A pair that overlaps gets, beside its two nodes, the left child of the one that is split next: the larger, or the one
// that is no leaf (GPU Gems 2, ch. 36, Listing 36-4); two leaves become their triangles. A pair that does not is null.
input vec4 pairs;     // a node of each tree
input vec4 centers_a; // and the left child, or of a leaf -1 - its triangle
input vec3 halves_a;  // half of the sides, the longest first
input vec4 turns_a;   // quaternions
input vec4 centers_b;
input vec3 halves_b;
input vec4 turns_b;
constant float margin; // more than all roundings come to
constant float zero;
output vec4 tested;   // nodes, left child, and which is split: 0: a's, 1: b's; triangles, 0 and 2

float larger_of(vec3 v) { return max(v.x, max(v.y, v.z)); }

void main() {
    vec4 pair = fetch(pairs, here());
    index a = index(pair.x);
    index b = index(pair.y);
    vec4 center_a = fetch(centers_a, a);
    vec4 center_b = fetch(centers_b, b);
    vec3 half_a = fetch(halves_a, a);
    vec3 half_b = fetch(halves_b, b);
    vec4 p = fetch(turns_a, a);
    vec4 q = fetch(turns_b, b);

    // Of b against a: the rotation, as the rows of its matrix, and the way between the middles.
    vec3 v = p.w * q.xyz - q.w * p.xyz - cross(p.xyz, q.xyz);
    float w = p.w * q.w + dot(p.xyz, q.xyz);
    vec3 twice = 2.0 * v;
    vec3 square = twice * v;
    vec3 mixed = twice * v.yzx; // xy, yz, zx
    vec3 real = w * twice;
    vec3 x = vec3(1.0 - square.y - square.z, mixed.x - real.z, mixed.z + real.y);
    vec3 y = vec3(mixed.x + real.z, 1.0 - square.x - square.z, mixed.y - real.x);
    vec3 z = vec3(mixed.z - real.y, mixed.y + real.x, 1.0 - square.x - square.y);
    vec3 far = center_b.xyz - center_a.xyz;
    vec3 half_turn = 2.0 * cross(far, p.xyz);
    vec3 way = far + p.w * half_turn + cross(half_turn, p.xyz);

    vec3 abs_x = abs(x), abs_y = abs(y), abs_z = abs(z);
    vec3 gap = abs(way) - half_a - vec3(dot(abs_x, half_b), dot(abs_y, half_b), dot(abs_z, half_b));
    gap = max(gap, abs(way.x * x + way.y * y + way.z * z) - half_b - half_a.x * abs_x - half_a.y * abs_y - half_a.z * abs_z);
    vec3 b1 = half_b.yxx, b2 = half_b.zzy;
    gap = max(gap, abs(way.z * y - way.y * z) - half_a.y * abs_z - half_a.z * abs_y - b1 * abs_x.zzy - b2 * abs_x.yxx);
    gap = max(gap, abs(way.x * z - way.z * x) - half_a.x * abs_z - half_a.z * abs_x - b1 * abs_y.zzy - b2 * abs_y.yxx);
    gap = max(gap, abs(way.y * x - way.x * y) - half_a.x * abs_y - half_a.y * abs_x - b1 * abs_z.zzy - b2 * abs_z.yxx);

    bool leaf_a = center_a.w < 0.0;
    bool leaf_b = center_b.w < 0.0;
    bool split_a = leaf_b || (!leaf_a && half_a.x > half_b.x);
    vec4 inner = split_a ? vec4(pair.xy, center_a.w, 0.0) : vec4(pair.xy, center_b.w, 1.0);
    vec4 kept = leaf_a && leaf_b ? vec4(-1.0 - center_a.w, -1.0 - center_b.w, 0.0, 2.0) : inner;
    tested = larger_of(gap) <= margin ? kept : vec4(1.0 / zero);
}

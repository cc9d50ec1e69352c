// collide_test: whether the boxes of a pair overlap, by separating axes: the 3 axes of each and the 9 cross products (Gottschalk et
// al. 1996). Where they do, the result is the pair's position; of two leaves -1 less it, so that the two can be told apart; where they
// do not, it is null: infinity (GPU Gems 2 ch. 36, section 36.2).
input vec4 pairs;     // a node of each tree, the left child of the one that is split, and which: 0: a's, 1: b's, 2: both are leaves
input vec3 centers_a;
input vec3 halves_a;  // half of the sides
input vec4 turns_a;   // quaternions
input vec3 centers_b;
input vec3 halves_b;
input vec4 turns_b;
constant float margin; // more than all roundings come to
constant float zero;
output float tested;

float larger_of(vec3 v) { return max(v.x, max(v.y, v.z)); }

void main() {
    vec4 pair = clamped(pairs, here()); // the last texel may have room for more
    index a = index(pair.x);
    index b = index(pair.y);
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
    vec3 far = fetch(centers_b, b) - fetch(centers_a, a);
    vec3 half_turn = 2.0 * cross(far, p.xyz);
    vec3 way = far + p.w * half_turn + cross(half_turn, p.xyz);

    vec3 abs_x = abs(x), abs_y = abs(y), abs_z = abs(z);
    vec3 gap = abs(way) - half_a - vec3(dot(abs_x, half_b), dot(abs_y, half_b), dot(abs_z, half_b));
    gap = max(gap, abs(way.x * x + way.y * y + way.z * z) - half_b - half_a.x * abs_x - half_a.y * abs_y - half_a.z * abs_z);
    vec3 b1 = half_b.yxx, b2 = half_b.zzy;
    gap = max(gap, abs(way.z * y - way.y * z) - half_a.y * abs_z - half_a.z * abs_y - b1 * abs_x.zzy - b2 * abs_x.yxx);
    gap = max(gap, abs(way.x * z - way.z * x) - half_a.x * abs_z - half_a.z * abs_x - b1 * abs_y.zzy - b2 * abs_y.yxx);
    gap = max(gap, abs(way.y * x - way.x * y) - half_a.x * abs_y - half_a.y * abs_x - b1 * abs_z.zzy - b2 * abs_z.yxx);

    float position = float(here());
    float kept = pair.w > 1.5 ? -1.0 - position : position;
    tested = larger_of(gap) <= margin ? kept : 1.0 / zero;
}

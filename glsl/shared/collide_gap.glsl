// collide_gap: the distance of two boxes along the axis that separates them most, of 15: the 3 of each box and the 9 cross products
// (Gottschalk et al. 1996). Negative if they overlap. A box is three texels: center; half of its sides; rotation, a quaternion.
float larger_of(vec3 v) { return max(v.x, max(v.y, v.z)); }

float gap(vec3 center_a, vec3 half_a, vec4 p, vec3 center_b, vec3 half_b, vec4 q) {
    // The rotation of b relative to a, as the rows of its matrix, and the vector between the centers.
    vec3 v = p.w * q.xyz - q.w * p.xyz - cross(p.xyz, q.xyz);
    float w = p.w * q.w + dot(p.xyz, q.xyz);
    vec3 twice = 2.0 * v;
    vec3 square = twice * v;
    vec3 mixed = twice * v.yzx; // xy, yz, zx
    vec3 real = w * twice;
    vec3 x = vec3(1.0 - square.y - square.z, mixed.x - real.z, mixed.z + real.y);
    vec3 y = vec3(mixed.x + real.z, 1.0 - square.x - square.z, mixed.y - real.x);
    vec3 z = vec3(mixed.z - real.y, mixed.y + real.x, 1.0 - square.x - square.y);
    vec3 far = center_b - center_a;
    vec3 half_turn = 2.0 * cross(far, p.xyz);
    vec3 way = far + p.w * half_turn + cross(half_turn, p.xyz);

    vec3 abs_x = abs(x), abs_y = abs(y), abs_z = abs(z);
    vec3 most = abs(way) - half_a - vec3(dot(abs_x, half_b), dot(abs_y, half_b), dot(abs_z, half_b));
    most = max(most, abs(way.x * x + way.y * y + way.z * z) - half_b - half_a.x * abs_x - half_a.y * abs_y - half_a.z * abs_z);
    vec3 b1 = half_b.yxx, b2 = half_b.zzy;
    most = max(most, abs(way.z * y - way.y * z) - half_a.y * abs_z - half_a.z * abs_y - b1 * abs_x.zzy - b2 * abs_x.yxx);
    most = max(most, abs(way.x * z - way.z * x) - half_a.x * abs_z - half_a.z * abs_x - b1 * abs_y.zzy - b2 * abs_y.yxx);
    most = max(most, abs(way.y * x - way.x * y) - half_a.x * abs_y - half_a.y * abs_x - b1 * abs_z.zzy - b2 * abs_z.yxx);
    return larger_of(most);
}

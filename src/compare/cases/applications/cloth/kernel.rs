//! The cloth kernel, written by hand.

/// The kernel of `demos/brook/cloth_torn.br`, written by hand for a GPU: coordinates are clamped once for all three streams, and no
/// fetch depends on a condition.
pub const STEP: &str = "input vec4 position, springs; input vec3 speed;
constant vec3 wind, gravity; constant float stiffness, damping, drag, ground, time_step; constant index last, lowest;
output vec4 new_position, new_springs; output vec3 new_speed;
// The force of a spring, and how far it may be stretched from now on.
vec4 pull(vec3 way, vec3 parting, float most, float rest) {
    float far = max(sqrt(dot(way, way)), 1e-6);
    float inverse = 1.0 / far;
    float force = (stiffness * (far - rest) + damping * dot(parting, way) * inverse) * inverse;
    bool whole = most > 0.0 && far <= most * rest;
    return vec4((whole ? force : 0.0) * way, whole ? most : 0.0);
}
// What the wind does to a triangle between two springs, if both are whole.
vec3 sail(vec3 u, vec3 v, vec3 felt, float most_u, float most_v) {
    vec3 normal = cross(u, v);
    float pressed = dot(felt, normal) / max(sqrt(dot(normal, normal)), 1e-6);
    return (most_u > 0.0 && most_v > 0.0 ? pressed : 0.0) * normal;
}
void main() {
    index x = here_x();
    index y = here_y();
    index w = max(x - 1, 0);
    index n = max(y - 1, 0);
    index e = min(x + 1, last);
    index s = min(y + 1, lowest);
    vec4 at = fetch(position, x, y);
    vec3 v = fetch(speed, x, y);
    vec4 own = fetch(springs, x, y);
    float own_w = fetch(springs, w, y).x;
    float own_n = fetch(springs, x, n).y;
    float own_nw = fetch(springs, w, n).z;
    float own_ne = fetch(springs, e, n).w;
    own_w = x > 0 ? own_w : 0.0;
    own_n = y > 0 ? own_n : 0.0;
    own_nw = x > 0 && y > 0 ? own_nw : 0.0;
    own_ne = x < last && y > 0 ? own_ne : 0.0;
    vec3 to_e = fetch(position, e, y).xyz - at.xyz;
    vec3 to_s = fetch(position, x, s).xyz - at.xyz;
    vec3 to_w = fetch(position, w, y).xyz - at.xyz;
    vec3 to_n = fetch(position, x, n).xyz - at.xyz;
    vec4 by_e = pull(to_e, fetch(speed, e, y) - v, own.x, 1.0);
    vec4 by_s = pull(to_s, fetch(speed, x, s) - v, own.y, 1.0);
    vec4 by_w = pull(to_w, fetch(speed, w, y) - v, own_w, 1.0);
    vec4 by_n = pull(to_n, fetch(speed, x, n) - v, own_n, 1.0);
    const float diagonal = 1.41421356;
    vec4 by_se = pull(fetch(position, e, s).xyz - at.xyz, fetch(speed, e, s) - v, own.z, diagonal);
    vec4 by_sw = pull(fetch(position, w, s).xyz - at.xyz, fetch(speed, w, s) - v, own.w, diagonal);
    vec4 by_nw = pull(fetch(position, w, n).xyz - at.xyz, fetch(speed, w, n) - v, own_nw, diagonal);
    vec4 by_ne = pull(fetch(position, e, n).xyz - at.xyz, fetch(speed, e, n) - v, own_ne, diagonal);
    vec3 felt = wind - v;
    vec3 blown = sail(to_e, to_s, felt, by_e.w, by_s.w) + sail(to_s, to_w, felt, by_s.w, by_w.w)
               + sail(to_w, to_n, felt, by_w.w, by_n.w) + sail(to_n, to_e, felt, by_n.w, by_e.w);
    vec3 force = gravity + drag * (0.25 * blown - 0.02 * v)
               + (by_e + by_s + by_w + by_n + by_se + by_sw + by_nw + by_ne).xyz;
    vec3 next_speed = at.w * (v + time_step * force);
    vec3 next = at.xyz + time_step * next_speed;
    bool lies = next.y < ground;
    new_position = vec4(next.x, lies ? ground : next.y, next.z, at.w);
    new_speed = lies ? next_speed * vec3(0.9, 0.0, 0.9) : next_speed;
    new_springs = vec4(by_e.w, by_s.w, by_se.w, by_sw.w);
}";

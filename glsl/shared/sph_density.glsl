// sph_density: adds a particle's density to the fourth component of its velocity (Müller et al. 2003, section 3.1): the masses of the
// particles around, itself among them, weighted by the kernel poly6.
constant float per_radius; // 1 / smoothing radius
constant float weight;     // of a particle in the same place: mass * 315 / (64 pi radius^3)
constant float rest_density;
constant vec3 size;        // of the box

vec4 effect(vec3 at, vec4 own, vec3 other_at, vec4 other, float ahead) {
    vec3 way = per_radius * (other_at - at);
    float near = max(1.0 - dot(way, way), 0.0);
    return vec4(0.0, 0.0, 0.0, weight * near * near * near);
}

// The share of the kernel's integral beyond a plane at this distance, which is given in smoothing radii.
float beyond(float gap) {
    float x = clamp(gap, 0.0, 1.0);
    float y = x * x;
    return 0.5 - x * (315.0 - y * (420.0 - y * (378.0 - y * (180.0 - y * 35.0)))) / 256.0;
}

// The fluid outside of the box, as if it were there at rest. (For a box wider than two smoothing radii; exact at a wall, at an edge
// and in a corner.)
vec4 alone(vec3 at, vec4 own) {
    vec3 low = per_radius * at;
    vec3 high = per_radius * (size - at);
    float x = 1.0 - beyond(low.x) - beyond(high.x);
    float y = 1.0 - beyond(low.y) - beyond(high.y);
    float z = 1.0 - beyond(low.z) - beyond(high.z);
    return vec4(0.0, 0.0, 0.0, rest_density * (1.0 - x * y * z));
}

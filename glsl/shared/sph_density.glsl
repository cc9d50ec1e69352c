// sph_density: adds a particle's density to the fourth component of its velocity (Müller et al. 2003, section 3.1): the masses of the
// particles around, itself among them, weighted by the kernel poly6.
constant float per_radius; // 1 / smoothing radius
constant float weight;     // of a particle in the same place: mass * 315 / (64 pi radius^3)
constant float rest_density;
constant vec3 size;        // of the box
#include "shared/sph_walls.glsl"

vec4 effect(vec3 at, vec4 own, vec3 other_at, vec4 other, float ahead) {
    vec3 way = per_radius * (other_at - at);
    float near = max(1.0 - dot(way, way), 0.0);
    return vec4(0.0, 0.0, 0.0, weight * near * near * near);
}

// The fluid outside of the box, as if it were there at rest. Exact if one wall is near, and on an edge or in a corner itself; near
// those it is up to 0.01 of the density at rest too little.
vec4 alone(vec3 at, vec4 own) {
    vec3 low = per_radius * at;
    vec3 high = per_radius * (size - at);
    float inside = between(low.x, high.x) * between(low.y, high.y) * between(low.z, high.z);
    return vec4(0.0, 0.0, 0.0, rest_density * (1.0 - inside));
}

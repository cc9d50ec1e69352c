// sph_force: the change of a particle's velocity by the pressure and the viscosity of the particles around it (Müller et al. 2003,
// sections 3.1 and 3.2): the gradient of the spiky kernel, and the Laplacian of the kernel for viscosity. Densities are the fourth
// components of velocities. For the other particle every term is the same with the opposite sign, bit for bit.
constant float per_radius;   // 1 / smoothing radius
constant float strength;     // time step * mass * 45 / (pi radius^4)
constant float drag;         // viscosity / radius
constant float stiffness;    // the pressure for each unit of density above that at rest
constant float rest_density;
constant float wall;         // time step / radius
constant vec3 size;          // of the box
#include "shared/sph_walls.glsl"

float pressure(float density) {
    return stiffness * max(density - rest_density, 0.0);
}

// `ahead`: how many places the other particle is after this one in the order of cells.
vec4 effect(vec3 at, vec4 own, vec3 other_at, vec4 other, float ahead) {
    vec3 way = per_radius * (other_at - at);
    float square = dot(way, way);
    // At the same position there is no direction, so one goes left, and the other right.
    way.x = square > 0.0 ? way.x : clamp(ahead, -1.0, 1.0);
    float apart = sqrt(square);
    float per_way = square > 0.0 ? 1.0 / apart : 1.0;
    float near = max(1.0 - apart, 0.0);
    float push = 0.5 * (pressure(own.w) + pressure(other.w)) * near * per_way;
    float share = strength * near / (own.w * other.w);
    return vec4(share * (drag * (other.xyz - own.xyz) - push * way), 0.0);
}

// The integral of the spiky kernel over a plane at this distance in smoothing radii, times the radius.
float facing(float gap) {
    float near = max(1.0 - max(gap, 0.0), 0.0);
    return near * near * near * near * (7.5 - 6.0 * near);
}

// The fluid outside of the box pushes back with a particle's own pressure. Of a wall's plane only the share between the other walls
// counts.
vec4 alone(vec3 at, vec4 own) {
    vec3 low = per_radius * at;
    vec3 high = per_radius * (size - at);
    float push = wall * pressure(own.w) / own.w;
    float x = between(low.x, high.x);
    float y = between(low.y, high.y);
    float z = between(low.z, high.z);
    return vec4(
        push * y * z * (facing(low.x) - facing(high.x)), push * x * z * (facing(low.y) - facing(high.y)),
        push * x * y * (facing(low.z) - facing(high.z)), 0.0);
}

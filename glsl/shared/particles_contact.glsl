// particles_contact: the change of a particle's velocity by another particle that touches it, and 1. If they do not touch, all are 0. A
// spring pushes along the line between both, a damper brakes their approach, and neither pulls. For the other particle every term is the
// same with the opposite sign, bit for bit, so momentum is conserved. A particle does not touch itself.
constant float diameter;
constant float stiffness; // times the time step, like the damping
constant float damping;

// `ahead`: how many places the other particle is after this one in the order of cells.
vec4 effect(vec3 at, vec4 own, vec3 other_at, vec4 other, float ahead) {
    vec3 way = other_at - at;
    float square = dot(way, way);
    // At the same position there is no direction, so one goes left, and the other right.
    way.x = square > 0.0 ? way.x : clamp(ahead, -1.0, 1.0);
    float apart = sqrt(square);
    float per_way = square > 0.0 ? 1.0 / apart : 1.0;
    float closing = dot(other.xyz - own.xyz, way) * per_way;
    float push = min(damping * closing - stiffness * (diameter - apart), 0.0) * per_way;
    return apart < diameter && ahead != 0.0 ? vec4(push * way, 1.0) : vec4(0.0);
}

vec4 alone(vec3 at, vec4 own) {
    return vec4(0.0);
}

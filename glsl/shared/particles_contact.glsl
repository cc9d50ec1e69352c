// particles_contact: the change of a particle's velocity by another particle that touches it, and 1. If they do not touch, all are 0. A
// spring pushes along the line between both, a damper brakes their approach, and neither pulls. For the other particle every term is the
// same with the opposite sign, bit for bit, so momentum is conserved. For a particle and itself: no push, and 1.
constant float diameter;
constant float stiffness; // times the time step, like the damping
constant float damping;

// `ahead`: how many places the other particle is after this one in the order of cells.
vec4 contact(vec3 at, vec3 speed, vec3 other_at, vec3 other_speed, float ahead) {
    vec3 way = other_at - at;
    float square = dot(way, way);
    // At the same position there is no direction, so one goes left, and the other right.
    way.x = square > 0.0 ? way.x : clamp(ahead, -1.0, 1.0);
    float apart = sqrt(square);
    float per_way = square > 0.0 ? 1.0 / apart : 1.0;
    float closing = dot(other_speed - speed, way) * per_way;
    float push = min(damping * closing - stiffness * (diameter - apart), 0.0) * per_way;
    return apart < diameter ? vec4(push * way, 1.0) : vec4(0.0);
}

// particles_contact: what one particle that touches another does to its velocity, and 1; zeros for one that does not. A spring
// pushes along the line between both, a damper brakes what closes, and neither pulls. Seen from the other one, every term is the
// same with its sign changed, bit for bit: momentum is kept.
constant float diameter;
constant float stiffness; // times the time step, as is the damping
constant float damping;

vec4 contact(vec3 at, vec3 speed, vec3 other_at, vec3 other_speed, bool before) {
    vec3 way = other_at - at;
    float apart = sqrt(dot(way, way));
    // In one place there is no direction: one goes left, the other right.
    vec3 normal = apart > 0.0 ? way / max(apart, 1.0e-30) : vec3(before ? 1.0 : -1.0, 0.0, 0.0);
    float push = min(damping * dot(other_speed - speed, normal) - stiffness * (diameter - apart), 0.0);
    return apart < diameter ? vec4(push * normal, 1.0) : vec4(0.0);
}

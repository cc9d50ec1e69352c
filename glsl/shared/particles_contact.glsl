// particles_contact: what one particle that touches another does to its velocity, and 1; zeros for one that does not. A spring
// pushes along the line between both, a damper brakes what closes, and neither pulls. Seen from the other one, every term is the
// same with its sign changed, bit for bit: momentum is kept. Of a particle and itself: no push, and 1.
constant float diameter;
constant float stiffness; // times the time step, as is the damping
constant float damping;

// `ahead`: how far behind this particle the other one is in the order of cells.
vec4 contact(vec3 at, vec3 speed, vec3 other_at, vec3 other_speed, float ahead) {
    vec3 way = other_at - at;
    float square = dot(way, way);
    // In one place there is no direction: one goes left, the other right.
    way.x = square > 0.0 ? way.x : clamp(ahead, -1.0, 1.0);
    float apart = sqrt(square);
    float per_way = square > 0.0 ? 1.0 / apart : 1.0;
    float closing = dot(other_speed - speed, way) * per_way;
    float push = min(damping * closing - stiffness * (diameter - apart), 0.0) * per_way;
    return apart < diameter ? vec4(push * way, 1.0) : vec4(0.0);
}

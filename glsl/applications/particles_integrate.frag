// particles_integrate: the first pass of a step of a particle system (GPU Gems, ch. 37): gravity changes velocities, velocities
// change positions, and particles bounce off the walls of their box. (Symplectic Euler: the new velocity moves the particle.)
input vec4 position; // and the number of the particle
input vec4 velocity;
constant vec3 lowest; // where the middle of a particle can be
constant vec3 highest;
constant vec3 gained; // gravity times the time step
constant float time_step;
constant float bounce; // the share of a speed that is left by a wall
#include "shared/particles_outputs.glsl"

// Mirrors what is beyond a wall. What would then be beyond the other wall too stays there.
float inside(float x, float low, float high) {
    float mirrored = x < low ? 2.0 * low - x : (x > high ? 2.0 * high - x : x);
    return min(max(mirrored, low), high);
}

float bounced(float speed, float x, float low, float high) {
    return x < low ? bounce * abs(speed) : (x > high ? -bounce * abs(speed) : speed);
}

void main() {
    vec4 own = fetch(position, here());
    vec3 speed = fetch(velocity, here()).xyz + gained;
    vec3 at = own.xyz + time_step * speed;
    put_position(vec4(
        inside(at.x, lowest.x, highest.x), inside(at.y, lowest.y, highest.y), inside(at.z, lowest.z, highest.z), own.w));
    put_velocity(vec4(
        bounced(speed.x, at.x, lowest.x, highest.x), bounced(speed.y, at.y, lowest.y, highest.y),
        bounced(speed.z, at.z, lowest.z, highest.z), 0.0));
}

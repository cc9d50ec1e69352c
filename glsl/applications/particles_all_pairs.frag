// particles_all_pairs: every particle against all others, as many of them as a pass takes: what GPU Gems, ch. 37, section 37.3,
// begins with, and the uniform grid does away with.
parameter bool loops = true; // whether loops may end by data
input vec4 position;
input vec4 velocity;
input vec4 pushed;    // the velocity, with what passes before this one added
constant index first; // the first of the others that this pass looks at
constant index end;   // one behind the last
#include "shared/particles_contact.glsl"
output vec4 result;

void main() {
    vec3 at = fetch(position, here()).xyz;
    vec3 speed = fetch(velocity, here()).xyz;
    // Each is among all, once.
    vec4 sum = vec4(0.0, 0.0, 0.0, here() >= first && here() < end ? -1.0 : 0.0);
    // Four at a time: first all are fetched, then all contacts computed. Without loops that data end, a pass takes four.
    for (index k = first; k < (loops ? end : first + 4); k += 4) {
        vec3 other_at[4];
        vec3 other_speed[4];
        index other[4];
        for (index n = 0; n < 4; n++) {
            // Where there are fewer than four, the last is fetched instead.
            other[n] = min(k + n, end - 1);
        }
        for (index n = 0; n < 4; n++) {
            other_at[n] = fetch(position, other[n]).xyz;
        }
        for (index n = 0; n < 4; n++) {
            other_speed[n] = fetch(velocity, other[n]).xyz;
        }
        for (index n = 0; n < 4; n++) {
            vec4 push = contact(at, speed, other_at[n], other_speed[n], float(other[n] - here()));
            sum += k + n < end ? push : vec4(0.0);
        }
    }
    result = fetch(pushed, here()) + sum;
}

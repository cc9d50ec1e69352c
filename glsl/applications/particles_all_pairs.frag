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
    vec4 own = fetch(velocity, here());
    vec4 sum = vec4(0.0);
    // Four at a time: first all are fetched, then all contacts computed. Without loops that data end, a pass takes four.
    for (index k = first; k < (loops ? end : first + 4); k += 4) {
        vec3 other_at[4];
        vec4 other_own[4];
        index other[4];
        for (index n = 0; n < 4; n++) {
            // Where there are fewer than four, the last is fetched instead.
            other[n] = min(k + n, end - 1);
        }
        for (index n = 0; n < 4; n++) {
            other_at[n] = fetch(position, other[n]).xyz;
        }
        for (index n = 0; n < 4; n++) {
            other_own[n] = fetch(velocity, other[n]);
        }
        for (index n = 0; n < 4; n++) {
            vec4 push = effect(at, own, other_at[n], other_own[n], float(other[n] - here()));
            sum += k + n < end ? push : vec4(0.0);
        }
    }
    result = fetch(pushed, here()) + sum;
}

// particles_all_pairs: every particle against all others, as many of them as a pass takes: what GPU Gems, ch. 37, section 37.3,
// begins with, and the uniform grid does away with.
parameter bool loops = true; // whether loops may end by data
input vec4 pushed;    // the velocity, with what passes before this one added
constant index first; // the first of the others that this pass looks at
constant index end;   // one behind the last
#include "shared/particles_contact.glsl"
#include "shared/particles_four.glsl"
output vec4 result;

void main() {
    vec3 at = fetch(position, here()).xyz;
    vec4 own = fetch(velocity, here());
    vec4 sum = vec4(0.0);
    // Four at a time. Without loops that data end, a pass takes four.
    for (index k = first; k < (loops ? end : first + 4); k += 4) {
        index other[4];
        for (index n = 0; n < 4; n++) {
            // Where there are fewer than four, the last is fetched instead.
            other[n] = min(k + n, end - 1);
        }
        sum += effect_of_four(at, own, other[0], other[1], other[2], other[3], end - k);
    }
    result = fetch(pushed, here()) + sum;
}

// particles_all_pairs: every particle against all others, as many of them as a pass takes: what GPU Gems, ch. 37, section 37.3,
// begins with, and the uniform grid does away with.
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
#include "loop"
#include "others"
    }
    result = fetch(pushed, here()) + sum;
}

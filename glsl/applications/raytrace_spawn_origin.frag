// raytrace_spawn_origin: the same as raytrace_spawn, where there are too few render targets for all of a ray.
// GPU Gems 2, ch. 36, section 36.3.
#include "shared/raytrace_spawn.glsl"
output vec4 new_origin;

void main() {
    vec4 o, w, part;
    spawn(o, w, part);
    new_origin = o;
}

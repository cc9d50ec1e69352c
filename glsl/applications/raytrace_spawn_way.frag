// raytrace_spawn_way: the same as raytrace_spawn, where there are too few render targets for all of a ray.
#include "shared/raytrace_spawn.glsl"
output vec4 new_way;

void main() {
    vec4 o, w, part;
    spawn(o, w, part);
    new_way = w;
}

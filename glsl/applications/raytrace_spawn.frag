// raytrace_spawn: the rays that hits make, out of the numbers that were not filtered out.
// GPU Gems 2, ch. 36, section 36.3: a pass of gathering after the filter.
#include "shared/raytrace_spawn.glsl"
output vec4 new_origin;
output vec4 new_way;
output vec4 new_weight;

void main() {
    vec4 o, w, part;
    spawn(o, w, part);
    new_origin = o;
    new_way = w;
    new_weight = part;
}

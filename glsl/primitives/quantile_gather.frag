// quantile_gather: gathers the elements that are inside a bracket, each by a descent through a pyramid of counts (the search and gather of
// Horn's filter, GPU Gems 2, ch. 36, section 36.1).
parameter index brackets = 1;
#include "shared/leaf_of.glsl"
input vec4 values;
input float bounds;
constant index last_texel;
output float gathered;

void main() {
    float rest; // number of kept elements of the leaf to skip
    index first = 4 * leaf_of(here(), rest);
    float found = 0.0;
    for (index k = 0; k < 4; k++) {
        vec4 four = fetch(values, min(first + k, last_texel));
        vec4 kept = vec4(0.0);
        for (index j = 0; j < brackets; j++) {
            vec4 lower = vec4(fetch(bounds, 2 * j));
            vec4 upper = vec4(fetch(bounds, 2 * j + 1));
            kept = max(kept, 1.0 - max(step(four, lower), step(upper, four)));
        }
        found = kept.x > 0.0 && rest == 0.0 ? four.x : found;
        rest -= kept.x;
        found = kept.y > 0.0 && rest == 0.0 ? four.y : found;
        rest -= kept.y;
        found = kept.z > 0.0 && rest == 0.0 ? four.z : found;
        rest -= kept.z;
        found = kept.w > 0.0 && rest == 0.0 ? four.w : found;
        rest -= kept.w;
    }
    gathered = found;
}

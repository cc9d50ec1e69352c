// search_index_packed: search_index for four queries, level by level, so that a processor waits for four texels at a time and not
// for one: twice as fast on llvmpipe. (GPU Gems, ch. 37, section 37.3.2, searches by halving.)
#include "levels" // and whether it is the upper bound
#include "shared/search_step.glsl"
input vec4 queries;
constant index elements;
output vec4 position;

void main() {
    vec4 query = fetch(queries, here());
    index a = 0, b = 0, c = 0, d = 0;
    vec4 in_a, in_b, in_c, in_d;
#include "descent"
    in_a = fetch(values, a);
    in_b = fetch(values, b);
    in_c = fetch(values, c);
    in_d = fetch(values, d);
    position = vec4(place(a, in_a, query.x, elements), place(b, in_b, query.y, elements),
        place(c, in_c, query.z, elements), place(d, in_d, query.w, elements));
}

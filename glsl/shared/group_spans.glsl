// group_spans: where four neighbouring groups start and end. `firsts` has the positions of their first elements, which lie in layers.
#include "shared/number_of.glsl"
input vec4 firsts;
constant index groups;   // number of groups; if it is counted, that of elements
constant index elements; // number of elements

// Returns the positions where the four groups start, and those where the next ones do. Groups past the end have no elements.
vec4 starts_and_ends(out vec4 ends) {
    index all = number_of(groups);
    index left = all - 4 * here();
    vec4 four = fetch(firsts, here());
    float next = fetch(firsts, min(here() + 1, quotient(max(all, 1) - 1, 4))).x;
    float none = float(elements);
    four = vec4(four.x, left > 1 ? four.y : none, left > 2 ? four.z : none, left > 3 ? four.w : none);
    ends = vec4(four.yzw, left > 4 ? next : none);
    return four;
}

// Returns an element of a texel.
float lane_at(vec4 four, index lane) {
    return lane < 2 ? (lane == 0 ? four.x : four.y) : (lane == 2 ? four.z : four.w);
}

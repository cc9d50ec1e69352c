// search_index: down the index to the texel where the query belongs, then among its four elements. The chapter's binary search
// (GPU Gems, ch. 37, section 37.3.2) by fours: one texel fetched where that takes two, and halves the levels.
#include "levels" // and whether it is the upper bound
#include "shared/search_step.glsl"
input float queries;
constant index elements;
output float position;

void main() {
    float query = fetch(queries, here());
    index node = 0;
#include "descent"
    position = place(node, fetch(values, node), query, elements);
}

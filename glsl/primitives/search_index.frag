// search_index: descends the index to the texel where the query belongs, then searches its four elements. The binary search of GPU Gems,
// ch. 37, section 37.3.2, with four children per node: it takes half as many fetches, one for every two steps of that search.
parameter index levels = 2;
input vec4 values;
input vec4 separators;
constant index below[levels]; // texels of the level below each level, the lowest first
constant index first[levels]; // the first texel of each level in the index
#include "shared/search_step.glsl"
input float queries;
constant index elements;
output float position;

void main() {
    float query = fetch(queries, here());
    index node = 0;
    for (index level = levels - 1; level >= 0; level--) {
        node = step_down(node, fetch(separators, first[level] + node), query, below[level]);
    }
    position = place(node, fetch(values, node), query, elements);
}

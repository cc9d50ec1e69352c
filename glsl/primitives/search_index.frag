// search_index: down the index to the texel where the query belongs, then among its four elements. The chapter's binary search
// (GPU Gems, ch. 37, section 37.3.2) by fours: one texel fetched where that takes two, and halves the levels.
#include "levels"
input float queries;
constant index elements;
constant bool upper;
output float position;

float before(vec4 four, float query, vec4 lanes) {
    vec4 lower = vec4(four.x < query, four.y < query, four.z < query, four.w < query);
    vec4 equal = vec4(four.x == query, four.y == query, four.z == query, four.w == query);
    return dot(lower, lanes) + (upper ? dot(equal, lanes) : 0.0);
}

void main() {
    float query = fetch(queries, here());
    index node = 0;
#include "descent"
    // Past the end of the stream, lanes hold anything.
    vec4 four = fetch(level_0, node);
    index left = elements - 4 * node;
    float less = before(four, query, vec4(1.0, left > 1, left > 2, left > 3));
    position = float(4 * node) + less;
}

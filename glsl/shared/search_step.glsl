// search_step: how many of four separators come before a query, and one step down an index.
parameter bool upper = false; // whether elements equal to the query come before it, too

float before(vec4 four, float query, vec4 lanes) {
    vec4 less = upper
        ? vec4(four.x <= query, four.y <= query, four.z <= query, four.w <= query)
        : vec4(four.x < query, four.y < query, four.z < query, four.w < query);
    return dot(less, lanes);
}

// The texel below that the query belongs to; of texels there are so many.
index step_down(index node, vec4 four, float query, index texels) {
    return min(4 * node + index(min(before(four, query, vec4(1.0)), 3.0)), texels - 1);
}

// The position, once the elements are reached. Past the end of the stream, lanes hold anything.
float place(index node, vec4 four, float query, index elements) {
    index left = elements - 4 * node;
    return float(4 * node) + before(four, query, vec4(1.0, left > 1, left > 2, left > 3));
}

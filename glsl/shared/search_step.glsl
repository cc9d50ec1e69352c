// search_step: counts the separators, of four, that come before a query, and descends an index by one step.
parameter bool upper = false; // whether elements that equal the query come before it, too

float before(vec4 four, float query, vec4 lanes) {
    vec4 less = upper
        ? vec4(four.x <= query, four.y <= query, four.z <= query, four.w <= query)
        : vec4(four.x < query, four.y < query, four.z < query, four.w < query);
    return dot(less, lanes);
}

// Returns the texel of the level below to which the query belongs. That level has `texels` texels.
index step_down(index node, vec4 four, float query, index texels) {
    return min(4 * node + index(min(before(four, query, vec4(1.0)), 3.0)), texels - 1);
}

// Returns the query's position, from the texel of elements that was reached. Lanes past the end of the stream are undefined.
float place(index node, vec4 four, float query, index elements) {
    index left = elements - 4 * node;
    return float(4 * node) + before(four, query, vec4(1.0, left > 1, left > 2, left > 3));
}

// collide_leaves: pairs of triangles whose boxes overlap: those that were listed before, and after them those that a filter kept, as
// far as they are of the levels at hand; those of others stay as they are. GPU Gems 2 ch. 36, section 36.2, holds leaves against one
// another once the tree has been walked.
input vec4 before;
constant index count_before; // what of it was listed before this filter
input float kept;            // -1 less the positions of pairs of leaves
input vec2 nodes;            // of a leaf -1 - its triangle
output vec4 leaves;

const index LEVELS = 8;
input vec2 parents[LEVELS];    // of each level: the box that stayed, and the first of two neighbours
constant index start[LEVELS];  // where each begins among all positions
constant index end;            // where the last one ends

// The parents of a position, and its number within its level. It branches: neighbouring positions are mostly of one level.
vec2 parent_of(index position, inout index within) {
    vec2 parent = vec2(0.0);
    for (index k = 0; k < LEVELS; k++) {
        if (position >= start[k] && position < (k + 1 < LEVELS ? start[k + 1] : end)) {
            within = position - start[k];
            parent = fetch(parents[k], quotient(within, 2));
        }
    }
    return parent;
}

void main() {
    index i = here();
    index position = index(max(-1.0 - clamped(kept, i - count_before), 0.0));
    leaves = clamped(before, i);
    index within = -1;
    vec2 parent = parent_of(position, within);
    if (i >= count_before && within >= 0) {
        float child = parent.y + float(within - 2 * quotient(within, 2));
        float a = -1.0 - fetch(nodes, index(parent.x)).x;
        float b = -1.0 - fetch(nodes, index(child)).x;
        // The boxes of the first mesh come first.
        leaves = parent.x < child ? vec4(a, b, 0.0, 0.0) : vec4(b, a, 0.0, 0.0);
    }
}

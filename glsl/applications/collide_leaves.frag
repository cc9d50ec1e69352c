// collide_leaves: pairs of triangles whose boxes overlap: those that were listed before, and after them those that a filter kept.
// GPU Gems 2 ch. 36, section 36.2, holds leaves against one another once the tree has been walked.
input vec4 before;
constant index count_before;
input float kept;   // -1 less the positions of pairs of leaves
input vec2 parents; // the box that stayed, and the first of two neighbours
input vec2 nodes;   // of a leaf -1 - its triangle
output vec4 leaves;

void main() {
    index i = here();
    vec4 old = clamped(before, i);
    index position = index(max(-1.0 - clamped(kept, i - count_before), 0.0));
    index place = quotient(position, 2);
    vec2 parent = fetch(parents, place);
    float child = parent.y + float(position - 2 * place);
    float a = -1.0 - fetch(nodes, index(parent.x)).x;
    float b = -1.0 - fetch(nodes, index(child)).x;
    // The boxes of the first mesh come first.
    vec4 new = parent.x < child ? vec4(a, b, 0.0, 0.0) : vec4(b, a, 0.0, 0.0);
    leaves = i < count_before ? old : new;
}

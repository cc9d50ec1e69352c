// collide_leaves: pairs of triangles whose boxes overlap: those of the levels before, and after them those of this level.
// GPU Gems 2 ch. 36, section 36.2, holds leaves against one another once the tree has been walked.
input vec4 before;
constant index count_before;
input float kept;   // -1 less the positions of pairs of leaves
input vec4 pairs;   // nodes
input vec2 nodes_a; // of a leaf -1 - its triangle
input vec2 nodes_b;
output vec4 leaves;

void main() {
    index i = here();
    vec4 old = clamped(before, i);
    float place = clamped(kept, i - count_before);
    vec4 pair = fetch(pairs, index(max(-1.0 - place, 0.0)));
    float a = -1.0 - fetch(nodes_a, index(pair.x)).x;
    float b = -1.0 - fetch(nodes_b, index(pair.y)).x;
    leaves = i < count_before ? old : vec4(a, b, 0.0, 0.0);
}

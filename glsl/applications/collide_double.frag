// collide_double: the list of pairs that were kept, twice as long: each once with the left and once with the right child of the node
// that is split; and which node of the new pair is split next: the larger, or the one that is no leaf. GPU Gems 2 ch. 36, section 36.2.
input float kept; // positions
input vec4 pairs; // nodes, left child, and which is split: 0: a's, 1: b's, 2: both are leaves
input vec2 nodes_a; // left child, or of a leaf -1 - its triangle; and the longest side
input vec2 nodes_b;
output vec4 doubled;

void main() {
    index source = quotient(here(), 2);
    vec4 pair = fetch(pairs, index(fetch(kept, source)));
    float child = pair.z + float(here() - 2 * source);
    float a = pair.w < 0.5 ? child : pair.x;
    float b = pair.w < 0.5 ? pair.y : child;
    vec2 node_a = fetch(nodes_a, index(a));
    vec2 node_b = fetch(nodes_b, index(b));
    bool leaf_a = node_a.x < 0.0;
    bool leaf_b = node_b.x < 0.0;
    bool split_a = leaf_b || (!leaf_a && node_a.y > node_b.y);
    doubled = vec4(a, b, split_a ? node_a.x : node_b.x, leaf_a && leaf_b ? 2.0 : split_a ? 0.0 : 1.0);
}

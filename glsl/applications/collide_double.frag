// collide_double: the list of pairs that were kept, twice as long: each pair once with the left and once with the right child of the
// node that is split. GPU Gems 2 ch. 36, section 36.2.
input vec4 kept; // nodes, left child, and which is split: 0: a's, 1: b's
output vec4 pairs;

void main() {
    index source = quotient(here(), 2);
    vec4 pair = fetch(kept, source);
    float child = pair.z + float(here() - 2 * source);
    pairs = pair.w < 0.5 ? vec4(child, pair.y, 0.0, 0.0) : vec4(pair.x, child, 0.0, 0.0);
}

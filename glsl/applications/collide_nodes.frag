// collide_nodes: of the pairs that a test kept, those that are split. Pairs of leaves become null: they wait for the end.
// GPU Gems 2 ch. 36, section 36.2: the two outcomes of a test of bounding boxes.
input float tested;
constant float zero;
output float nodes;

void main() {
    float pair = fetch(tested, here());
    nodes = pair < 0.0 ? 1.0 / zero : pair;
}

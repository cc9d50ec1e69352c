// collide_class: of the pairs that a test kept, those of one class: nodes to split, or leaves. The others become null.
// GPU Gems 2 ch. 36, section 36.2: the two outcomes of a test of bounding boxes.
input float tested;
constant bool leaves;
constant float zero;
output float picked;

void main() {
    float pair = fetch(tested, here());
    picked = (pair < 0.0) == leaves ? pair : 1.0 / zero;
}

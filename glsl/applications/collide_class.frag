// collide_class: of the pairs that a test kept, those of one class: nodes to split, or triangles to test. The others become null.
input vec4 tested;
constant bool triangles;
constant float zero;
output vec4 picked;

void main() {
    vec4 pair = fetch(tested, here());
    picked = (pair.w > 1.5) == triangles ? pair : vec4(1.0 / zero);
}

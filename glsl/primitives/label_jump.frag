// label_jump: replaces each label by that of the element which it names: pointer jumping (Shiloach and Vishkin 1982). Chains of labels
// are then half as long.
input float labels;
output float jumped;

void main() {
    float own = fetch(labels, here());
    jumped = own < 0.0 ? own : fetch(labels, index(own));
}

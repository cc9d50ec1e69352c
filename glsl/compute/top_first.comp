// top_first: the first k sorted records (GPU Gems ch. 37, section 37.3), as the keys that they belong to and their
// positions: the end of a selection by sorting.
input float keys;
input float order;
constant index count;
output float values;
output float positions;

void main() {
    if (here() < count) {
        values[here()] = keys[int(order[here()])];
        positions[here()] = order[here()];
    }
}

// argsort_order: the positions of sorted records (GPU Gems ch. 37, section 37.3) alone, as floats: the end of an argsort, which
// returns no keys.
input uvec2 records;
constant index count;
output float order;

void main() {
    if (here() < count) {
        order[here()] = float(records[here()].y);
    }
}

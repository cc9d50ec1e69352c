// sort_keys: the keys of sorted records (GPU Gems ch. 37, section 37.3) alone: the end of a stable sort that has no
// payload. -0 and 0 tie, and only their positions kept them in order.
input uvec2 records;
constant index count;
output uint keys;

void main() {
    if (here() < count) {
        keys[here()] = records[here()].x;
    }
}

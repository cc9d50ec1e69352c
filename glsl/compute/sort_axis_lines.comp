// sort_axis_lines: the line along an axis of each record's position takes the place of its key: a stable sort by lines leaves
// the keys of each line sorted (GPU Gems ch. 37, section 37.3, sorts one line).
inout uvec2 records;
constant index count;
constant index extent; // elements of a line
constant index inner;  // lines that lie beside each other

void main() {
    if (here() < count) {
        int position = int(records[here()].y);
        int outer = position / (extent * inner);
        records[here()] = uvec2(uint(outer * inner + position - position / inner * inner), uint(position));
    }
}

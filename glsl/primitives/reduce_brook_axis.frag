// reduce_brook_axis: combines up to 8 neighbours along any axis into one. Only neighbours in the same block of `block` elements are
// combined: in the end, each block is one element. Brook, sections 3.3 (reduction to a smaller stream) and 4.3.
input element values;
constant index extent; // elements along the axis; this pass leaves `groups` elements of each block
constant index block;
constant index groups;
constant index inner;  // distance between two neighbours along the axis, in elements
output element reduced;
parameter element combine(element a, element b);

void main() {
    // here() is the index of (outer, block, group, inner) in C order.
    index line = quotient(here(), inner);
    index group_number = quotient(line, groups);
    index group = line - group_number * groups;
    index blocks = quotient(extent, block);
    index outer = quotient(group_number, blocks);
    index start = (group_number - outer * blocks) * block + 8 * group;
    index first = (outer * extent + start) * inner + here() - line * inner;
    index left = block - 8 * group;
    element result = fetch(values, first);
    for (index k = 1; k < 8; k++) {
        if (k < left) {
            result = combine(result, fetch(values, first + k * inner));
        }
    }
    reduced = result;
}

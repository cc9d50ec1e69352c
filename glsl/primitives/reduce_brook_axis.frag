// reduce_brook_axis: up to 8 neighbours along any axis become one, never across the border of a block of `block` elements,
// of which each becomes one element in the end. Brook, sections 3.3 (reduction to a smaller stream) and 4.3.
input element values;
constant index extent; // elements along the axis, of which `groups` a block are left by this pass
constant index block;
constant index groups;
constant index inner;  // elements between two neighbours along the axis
output element reduced;
parameter element combine(element a, element b);

void main() {
    // here() counts (outer, block, group, inner), the last fastest.
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

// reduce_2x2: reduces every block of 2 × 2 elements to one. GPU Gems ch. 37, Example 37-1, here with any operator. Both extents must be
// even; reduce_2x2_edge handles odd ones.
input element values;
output element reduced;
parameter element combine(element a, element b);

void main() {
    index x = 2 * here_x();
    index y = 2 * here_y();
    reduced = combine(combine(fetch(values, x, y), fetch(values, x + 1, y)),
                      combine(fetch(values, x, y + 1), fetch(values, x + 1, y + 1)));
}

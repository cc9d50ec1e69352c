// reduce_2x2_edge: like reduce_2x2, for odd extents and for a last row that is not full. It skips the missing elements of a block, so it
// needs no identity. (GPU Gems ch. 37, section 37.2.2, mentions this case without a solution.)
input element values;
output element reduced;
parameter element combine(element a, element b);

void main() {
    index x = 2 * here_x();
    index y = 2 * here_y();
    index first = y * width(values) + x;
    bool right = x + 1 < width(values);
    element result = fetch(values, x, y);
    if (right && first + 1 < count(values)) {
        result = combine(result, fetch(values, x + 1, y));
    }
    index below = first + width(values);
    if (below < count(values)) {
        element second = fetch(values, x, y + 1);
        if (right && below + 1 < count(values)) {
            second = combine(second, fetch(values, x + 1, y + 1));
        }
        result = combine(result, second);
    }
    reduced = result;
}

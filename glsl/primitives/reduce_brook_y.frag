// reduce_brook_y: combines up to 8 neighbours of a column into one, in their order. Brook, section 4.3. The last group has the remaining
// elements, so any extent is possible.
input element values;
output element reduced;
parameter element combine(element a, element b);

void main() {
    index x = here_x();
    index y = 8 * here_y();
    index left = height(values) - y;
    element result = fetch(values, x, y);
    for (index k = 1; k < 8; k++) {
        if (k < left) {
            result = combine(result, fetch(values, x, y + k));
        }
    }
    reduced = result;
}

// reduce_brook_x: combines up to 8 neighbours of a row into one, in their order. Brook, section 4.3. The last group of a row has the
// remaining elements, so any extent is possible.
input element values;
output element reduced;
parameter element combine(element a, element b);

void main() {
    index x = 8 * here_x();
    index y = here_y();
    index left = min(width(values), count(values) - y * width(values)) - x;
    element result = fetch(values, x, y);
    for (index k = 1; k < 8; k++) {
        if (k < left) {
            result = combine(result, fetch(values, x + k, y));
        }
    }
    reduced = result;
}

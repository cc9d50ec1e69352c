// reduce_brook_y: up to 8 neighbours of a column become one, in their order. Brook, section 4.3. The last group takes what
// is left, so that any extent goes.
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

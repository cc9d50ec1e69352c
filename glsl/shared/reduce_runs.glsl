// reduce_runs: the code of primitives/reduce_runs.frag, for texels of one or four elements. Needs `whole` and `rest`.
output element reduced;

element any_texel(index i) {
    return i < count(values) - 1 ? whole(fetch(values, i)) : rest(fetch(values, i));
}

void main() {
    index first = here() * 64;
    index texels = count(values);
    index y = quotient(first, width(values));
    index x = first - y * width(values);
    // Whether all texels are in one row, and none of them is the last of the stream.
    bool inside = x + 64 <= width(values) && first + 64 < texels;
    element sum = element(0.0);
    if (inside) {
        for (index group = 0; group < 64; group += 8) {
            element part = whole(fetch(values, x + group, y));
            for (index k = 1; k < 8; k++) {
                part = combine(part, whole(fetch(values, x + group + k, y)));
            }
            sum = group == 0 ? part : combine(sum, part);
        }
    }
    // Handles the other case. Usually there is nothing to do.
    index end = inside ? first : min(first + 64, texels);
    for (index start = first; start < end; start += 8) {
        element part = any_texel(start);
        for (index k = 1; k < 8; k++) {
            part = start + k < texels ? combine(part, any_texel(start + k)) : part;
        }
        sum = start == first ? part : combine(sum, part);
    }
    reduced = sum;
}

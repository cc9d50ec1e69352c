// reduce_columns: the code of primitives/reduce_columns.frag, for texels of one or four elements. Needs `whole` and `rest`.
output element reduced;

element any_texel(index x, index y) {
    return y * width(values) + x < count(values) - 1 ? whole(fetch(values, x, y)) : rest(fetch(values, x, y));
}

void main() {
    index x = here_x();
    index y = 64 * here_y();
    bool inside = y + 64 < height(values);
    element sum = element(0.0);
    if (inside) {
        for (index group = 0; group < 64; group += 8) {
            element part = whole(fetch(values, x, y + group));
            for (index k = 1; k < 8; k++) {
                part = combine(part, whole(fetch(values, x, y + group + k)));
            }
            sum = group == 0 ? part : combine(sum, part);
        }
    }
    // Handles the last rows. The last of them may be short.
    index end = inside ? y : min(y + 64, height(values));
    end -= end == height(values) && (end - 1) * width(values) + x >= count(values) ? 1 : 0;
    for (index start = y; start < end; start += 8) {
        element part = any_texel(x, start);
        for (index k = 1; k < 8; k++) {
            part = start + k < end ? combine(part, any_texel(x, start + k)) : part;
        }
        sum = start == y ? part : combine(sum, part);
    }
    reduced = sum;
}

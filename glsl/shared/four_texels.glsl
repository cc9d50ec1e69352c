// four_texels: combines the texels `first` to `first` + 3. Include it after the definitions of `combine` and `whole`.
element four_texels(index first) {
    index y = quotient(first, width(values));
    index x = first - y * width(values);
    element left = combine(whole(fetch(values, x, y)), whole(fetch(values, x + 1, y)));
    return combine(left, combine(whole(fetch(values, x + 2, y)), whole(fetch(values, x + 3, y))));
}

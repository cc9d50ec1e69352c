// count_from: counts the kept elements of the leaf that begins at this texel. Include it after kept_of_one or kept_of_four.
float count_from(index first) {
    index texels = count(values);
    float sum = 0.0;
    if (first + leaf < texels) {
        index y = quotient(first, width(values));
        index x = first - y * width(values);
        for (index k = 0; k < leaf; k++) {
            sum += kept(fetch(values, x + k, y));
        }
    } else {
        index end = min(first + leaf, texels);
        for (index i = first; i < end; i++) {
            sum += i < texels - 1 ? kept(fetch(values, i)) : kept_of_last(fetch(values, i));
        }
    }
    return sum;
}

// filter_counts: of each sixteen elements, how many are kept: the base of a pyramid of counts, four to a texel. It takes the
// place of the running count of null records (GPU Gems 2, ch. 36, section 36.1), and needs no null records.
#include "predicate"
#include "kept" // with the texels of sixteen elements
output vec4 counts;

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

void main() {
    index first = 4 * leaf * here();
    counts = vec4(count_from(first), count_from(first + leaf), count_from(first + 2 * leaf), count_from(first + 3 * leaf));
}

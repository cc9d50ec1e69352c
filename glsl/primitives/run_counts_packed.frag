// run_counts_packed: counts the runs of equal elements that begin in each group of sixteen of a packed stream: the base of a pyramid of
// counts, four to a texel. As in Horn's filter (GPU Gems 2, ch. 36, section 36.1), whose pyramid it takes, the first element of each run
// is kept; a reduction by key needs them (Sengupta et al. 2007).
input vec4 values;
constant index elements;
output vec4 counts;
#include "shared/run_firsts.glsl"

// Counts the runs that begin in the four texels from `first`. `before` is the element before them, and becomes their last one.
float count_from(index first, inout float before) {
    index y = quotient(first, width(values));
    index x = first - y * width(values);
    float sum = 0.0;
    for (index k = 0; k < 4; k++) {
        vec4 four = fetch(values, x + k, y);
        index left = elements - 4 * (first + k);
        vec4 inside = vec4(left > 0, left > 1, left > 2, left > 3);
        sum += dot(firsts_of(four, before, first + k == 0), inside);
        before = four.w;
    }
    return sum;
}

void main() {
    index first = 16 * here();
    float before = fetch(values, max(first - 1, 0)).w;
    float a = count_from(first, before);
    float b = count_from(first + 4, before);
    float c = count_from(first + 8, before);
    counts = vec4(a, b, c, count_from(first + 12, before));
}

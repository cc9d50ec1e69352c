// filter_sums: computes a level of the pyramid of counts. Sixteen counts in four texels become one sum, and four sums become one texel.
// (GPU Gems 2, ch. 36, section 36.1, has a running count instead of the pyramid.)
input vec4 counts;
output vec4 sums;

float sum_from(index first) {
    float sum = 0.0;
    for (index k = 0; k < 4; k++) {
        sum += first + k < count(counts) ? dot(fetch(counts, first + k), vec4(1.0)) : 0.0;
    }
    return sum;
}

void main() {
    index first = 16 * here();
    sums = vec4(sum_from(first), sum_from(first + 4), sum_from(first + 8), sum_from(first + 12));
}

// mip_radix_counts: counts the keys with a given digit in each group of sixteen keys. All groups of digit 0 come first, then those of digit
// 1, and so on. The first pass of a radix sort by digits (after Moroz's fragment sort, as PlayCanvas had it).
input float keys;
#include "shared/radix_digit.glsl"
constant index groups; // number of groups
output float counts;

void main() {
    index digit = quotient(here(), groups);
    index first = 16 * (here() - digit * groups);
    float sum = 0.0;
    for (index k = 0; k < 16; k++) {
        int other = digit_of(fetch(keys, min(first + k, count(keys) - 1)));
        sum += first + k < count(keys) && other == int(digit) ? 1.0 : 0.0;
    }
    counts = sum;
}

// filter_counts: counts the kept elements in each group of sixteen: the base of a pyramid of counts, four to a texel. It replaces the
// running count of null records (GPU Gems 2, ch. 36, section 36.1), and needs no null records.
parameter bool keep(element x);
#include "shared/kept_of_one.glsl"
#include "shared/count_from.glsl"
output vec4 counts;

void main() {
    index first = 4 * leaf * here();
    counts = vec4(count_from(first), count_from(first + leaf), count_from(first + 2 * leaf), count_from(first + 3 * leaf));
}

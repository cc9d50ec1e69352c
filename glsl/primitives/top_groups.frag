// top_groups: finds the first key, in the order of a sort, of each group of neighbouring keys, four groups a fragment. Keys compare by
// their bits. A group that is not among the k best ones has none of the k best keys: a round of a tournament, after Knuth, The Art of
// Computer Programming, vol. 3, on sorting by selection.
parameter index texels = 16; // of a group
input vec4 values;
constant index last_group;
output vec4 best;
#include "shared/sort_group.glsl"

int best_of(index group) {
    index first = texels * min(group, last_group);
    index y = quotient(first, width(values));
    index x = first - y * width(values);
    ivec4 four = to_order(fetch(values, x, y));
    for (index k = 1; k < texels; k++) {
        four = min(four, to_order(fetch(values, x + k, y)));
    }
    ivec2 two = min(four.xy, four.zw);
    return min(two.x, two.y);
}

void main() {
    index group = 4 * here();
    best = from_order(ivec4(best_of(group), best_of(group + 1), best_of(group + 2), best_of(group + 3)));
}

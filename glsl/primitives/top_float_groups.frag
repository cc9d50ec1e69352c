// top_float_groups: finds the smallest or the largest key of each group of neighbouring keys, four groups a fragment, without integers.
// A reduction (GPU Gems, ch. 37, section 37.2) of groups, whose best ones have the best keys.
parameter index texels = 16; // of a group
parameter bool descending = false;
input vec4 values;
constant index last_group;
output vec4 best;

float best_of(index group) {
    index first = texels * min(group, last_group);
    index y = quotient(first, width(values));
    index x = first - y * width(values);
    vec4 four = fetch(values, x, y);
    for (index k = 1; k < texels; k++) {
        vec4 next = fetch(values, x + k, y);
        four = descending ? max(four, next) : min(four, next);
    }
    vec2 two = descending ? max(four.xy, four.zw) : min(four.xy, four.zw);
    return descending ? max(two.x, two.y) : min(two.x, two.y);
}

void main() {
    index group = 4 * here();
    best = vec4(best_of(group), best_of(group + 1), best_of(group + 2), best_of(group + 3));
}

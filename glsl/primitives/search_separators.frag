// search_separators: a level of the index of a search: the largest of each texel of the level below, four to a texel. What has
// no texel below repeats the last. The chapter's binary search (GPU Gems, ch. 37, section 37.3.2), by fours.
input vec4 values;
constant index lanes; // elements in the last texel
output vec4 separators;

float largest(index texel) {
    index last = count(values) - 1;
    vec4 four = fetch(values, min(texel, last));
    return texel < last || lanes > 3 ? four.w : lanes > 2 ? four.z : lanes > 1 ? four.y : four.x;
}

void main() {
    index first = 4 * here();
    separators = vec4(largest(first), largest(first + 1), largest(first + 2), largest(first + 3));
}

// integer_words: an integer of 32 bits and a position below 2^24 as the two words of a pair of sort_group: the upper 31 bits, and the lowest
// bit above the position. So pairs compare by integers first, and no word is the float of a denormal or a NaN.
constant float bias; // what is subtracted from the high digit, so that it compares as a signed one: 0, or 32768 for unsigned integers

ivec2 integer_pair(vec2 digits, index position) {
    int x = ((int(digits.x - bias) << 16) | int(digits.y)) ^ (descending ? -1 : 0);
    int upper = x >> 1;
    return ivec2(upper + (upper < 0 ? -OFFSET : OFFSET), ((x & 1) << 24 | (position & 0xffffff)) + OFFSET);
}
vec2 digits_of_pair(ivec2 pair) {
    int upper = pair.x + (pair.x < 0 ? OFFSET : -OFFSET);
    int x = ((upper << 1) | ((pair.y - OFFSET) >> 24)) ^ (descending ? -1 : 0);
    return vec2(float(x >> 16) + bias, float(x & 0xffff));
}

// argsort_positions: the positions that a merge sort has put in order, four at a time.
parameter index form = 0; // what a texel holds: 0 two pairs of a key and its position, 1 four words, 2 four positions
parameter bool integers = false; // whether keys are integers, whose lowest bit is above the position
input vec4 sorted;
#include "shared/key_words.glsl"

vec4 positions(index four) {
    if (form == 0) {
        vec4 first = fetch(sorted, 2 * four);
        vec4 second = fetch(sorted, 2 * four + 1);
        ivec4 found = floatBitsToInt(vec4(first.yw, second.yw)) - 0x00800000;
        return vec4(integers ? found & 0xffffff : found);
    }
    vec4 texel = fetch(sorted, four);
    if (form == 2) {
        return texel;
    }
    ivec4 bits = floatBitsToInt(texel);
    return vec4(word_from_order(bits ^ ((bits >> 31) & 0x7fffffff)) & position_mask);
}

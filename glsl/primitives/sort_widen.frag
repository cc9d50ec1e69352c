// sort_widen: makes pairs of a key and its position from sorted words, whose positions count from the start of a block of words. Between two
// kinds of merges of an argsort (GPU Gems, ch. 37, section 37.3.1). Pairs past the end come last.
parameter index layers = 2; // render targets
input vec4 sorted;
constant index elements;
constant index position_bits;
output vec4 texel[layers];
#include "shared/key_words.glsl"
#include "shared/sort_group.glsl"

void main() {
    for (index k = 0; k < layers; k++) {
        index pair = here() * layers + k;
        ivec4 bits = floatBitsToInt(fetch(sorted, pair >> 1));
        ivec4 words = word_from_order(bits ^ ((bits >> 31) & 0x7fffffff));
        ivec2 two = (pair & 1) == 0 ? words.xy : words.zw;
        index first = 2 * pair;
        ivec2 position = (ivec2(first, first) & ~position_mask) | (two & position_mask);
        ivec2 kept = ivec2(first < elements ? position.x : first, first + 1 < elements ? position.y : first + 1);
        vec2 key = vec2(two >> position_bits);
        vec2 place = intBitsToFloat(kept + OFFSET);
        texel[k] = vec4(first < elements ? key.x : 1e38, place.x, first + 1 < elements ? key.y : 1e38, place.y);
    }
}

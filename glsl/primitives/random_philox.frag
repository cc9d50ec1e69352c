// random_philox: four random numbers to a texel, a block of Philox4x32-10 (Salmon et al., 2011). The counter is the number of the texel,
// and the key is the seed. Needs integers.
parameter index kind = 0; // 0: uniform, 1: normal, 2 and 3: upper and lower halves of 32 random bits
constant index key_low;   // the words of the seed
constant index key_high;
output vec4 numbers;
#include "shared/philox.glsl"
#include "shared/box_muller.glsl"

// Integers of 24 bits, as signed ones, are quick to convert.
vec4 uniform_of(uvec4 words) { return vec4(ivec4(words >> 8u)) * 5.9604644775390625e-8; }

float wide(uint word) { return (float(word) + 0.5) * 2.3283064365386963e-10; }

void main() {
    uvec4 words = philox(uvec4(uint(here()), 0u, 0u, 0u), uvec2(uint(key_low), uint(key_high)));
    if (kind == 0) {
        numbers = uniform_of(words);
    } else if (kind == 1) {
        vec4 turns = uniform_of(words);
        numbers = vec4(box_muller(wide(words.x), wide(~words.x), turns.y), box_muller(wide(words.z), wide(~words.z), turns.w));
    } else {
        numbers = vec4(ivec4(kind == 2 ? words >> 16u : words & 0xffffu));
    }
}

// random_philox: random numbers, four to an invocation: a block of Philox4x32-10 (Salmon et al., 2011). The counter is the
// number of the block, and the key is the seed.
constant index count; // blocks
constant index key_low;
constant index key_high;
output uvec4 numbers; // words, or the bits of floats
#include "kind"
#include "shared/philox.glsl"
#include "shared/box_muller.glsl"

vec4 uniform_of(uvec4 words) { return vec4(ivec4(words >> 8u)) * 5.9604644775390625e-8; }

float wide(uint word) { return (float(word) + 0.5) * 2.3283064365386963e-10; }

void main() {
    if (here() < count) {
        uvec4 words = philox(uvec4(uint(here()), 0u, 0u, 0u), uvec2(uint(key_low), uint(key_high)));
        vec4 turns = uniform_of(words);
        if (KIND == 0) {
            numbers[here()] = floatBitsToUint(turns);
        } else if (KIND == 1) {
            vec2 first = box_muller(wide(words.x), wide(~words.x), turns.y);
            vec2 second = box_muller(wide(words.z), wide(~words.z), turns.w);
            numbers[here()] = floatBitsToUint(vec4(first, second));
        } else {
            numbers[here()] = words;
        }
    }
}

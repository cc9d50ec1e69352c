// random_feistel: four random numbers to a texel, a block of a Feistel network of eight words (after Philox: Salmon et al., 2011). Words
// are held as fractions, multiples of 1/radix, and all arithmetic on them is exact. Needs no integers.
parameter index kind = 0;     // 0: uniform, 1: normal, 2 and 3: upper and lower halves of 32 random bits
parameter index radix = 4096; // how many values a word has: 4096 or 256
parameter index rounds = 12;
constant vec4 multipliers;
constant vec4 keys[rounds]; // fractions, too
output vec4 numbers;
#include "shared/box_muller.glsl"

void main() {
    float unit = radix == 4096 ? 0.000244140625 : 0.00390625;
    // Halves of words take two blocks to a texel.
    float counter = kind < 2 ? float(here()) : 2.0 * float(here()) + float(kind - 2);
    float x = fract(counter * unit);
    float rest = floor(counter * unit);
    float y = fract(rest * unit);
    float z = floor(rest * unit) * unit;
    vec4 a = radix == 4096 ? vec4(x, y, x, y) : vec4(x, y, z, x);
    vec4 b = radix == 4096 ? vec4(y, x, x, y) : vec4(y, z, x, z);
    for (index k = 0; k < rounds; k++) {
        vec4 product = multipliers * a + keys[k];
        vec4 lower = fract(product);
        vec4 sum = fract((product - lower) * unit + b);
        a = sum.yzwx;
        b = lower;
    }
    if (kind == 0) {
        numbers = a + b * unit;
    } else if (kind == 1) {
        vec4 u = a + (b + 0.5 * unit) * unit;
        // 1 - u, computed word by word.
        vec4 left = (1.0 - unit - a) + (1.0 - 0.5 * unit - b) * unit;
        vec4 turns = a + b * unit;
        numbers = vec4(box_muller(u.x, left.x, turns.y), box_muller(u.z, left.z, turns.w));
    } else {
        numbers = 65536.0 * a + floor(b * (65536.0 * unit));
    }
}

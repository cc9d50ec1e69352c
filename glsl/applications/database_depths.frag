// database_depths: half of the key of each number of a column as its depth, so that the depth test compares it with that of a constant. Keys
// have up to 32 bits, and a depth has 24: so the upper halves, or the lower halves of the numbers whose upper half is that of the constant.
// Numbers with a smaller upper half are in front then, and those with a larger one behind.
// After Govindaraju et al., Fast Computation of Database Operations using Graphics Processors, 2004, where values have 24 bits.
parameter bool lower = false;
input float column;
constant float upper; // the upper half of the constant's key
output depth near;
#include "shared/database_keys.glsl"

void main() {
    float x = fetch(column, here());
    float high = 0.0;
    float low = 0.0;
    if (by_bits) {
        uint key = uint(key_of(x)) ^ (1u << 31);
        high = float(key >> 16);
        low = float(key & 0xffffu);
    } else {
        high = floor(x / 65536.0);
        low = x - 65536.0 * high;
    }
    // Between the multiples of 2^-16, so that 0 and 1 are free.
    near = ((lower ? low : high) + 0.5) / 65536.0;
    if (lower && high != upper) {
        near = high < upper ? 0.0 : 1.0;
    }
}

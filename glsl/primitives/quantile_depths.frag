// quantile_depths: half of the bits of each number as its depth, so that the depth test compares it. The order of numbers is that of their
// bits as integers. The upper halves come first. Then the lower halves of the numbers whose upper half is known; all others lie behind them.
// Govindaraju et al., Fast Computation of Database Operations using Graphics Processors, 2004, section 4.1, copies attributes to the depth
// buffer, too. There they are integers of 24 bits.
parameter bool lower = false;
input float values;
constant float upper; // the known upper half
output depth near;
#include "shared/key_order.glsl"

void main() {
    uint key = uint(order_of(fetch(values, here()))) ^ (1u << 31);
    float half_of_bits = float(lower ? key & 0xffffu : key >> 16);
    bool known = float(key >> 16) == upper;
    near = lower && !known ? 1.0 : half_of_bits / 65536.0;
}

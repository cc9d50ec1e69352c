// database_outside: near where a number of a column is not a whole number from 0 to a limit, so that an occlusion query finds any.
// After Govindaraju et al., Fast Computation of Database Operations using Graphics Processors, 2004, where values are integers of 24 bits.
input float column;
constant float limit;
output depth near;
#include "shared/database_keys.glsl"

void main() {
    float x = fetch(column, here());
    // By their bits, since a device may take a denormal for 0 where it compares, and NaN for anything.
    bool zero = by_bits ? key_of(x) == 0 : x == 0.0;
    bool within = by_bits ? key_of(x) >= key_of(1.0) && key_of(x) <= key_of(limit) : x >= 1.0 && x <= limit;
    bool inside = zero || (within && floor(x) == x);
    near = inside ? 0.75 : 0.25;
}

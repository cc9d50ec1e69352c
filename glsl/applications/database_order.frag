// database_order: how the numbers of two columns compare, as a depth: near where the first is smaller, far where it is larger, and between
// the two where both are equal.
// After Govindaraju et al., Fast Computation of Database Operations using Graphics Processors, 2004, which compares a difference with 0.
input float column;
input float other;
output depth near;
#include "shared/database_keys.glsl"

void main() {
    float x = fetch(column, here());
    float y = fetch(other, here());
    bool smaller = by_bits ? key_of(x) < key_of(y) : x < y;
    bool larger = by_bits ? key_of(x) > key_of(y) : x > y;
    near = smaller ? 0.0 : (larger ? 0.5 : 0.25);
}

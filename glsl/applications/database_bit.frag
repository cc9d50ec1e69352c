// database_bit: one bit of each whole number of a column as a depth: near where it is 1. An occlusion query counts those.
// After Govindaraju et al., Fast Computation of Database Operations using Graphics Processors, 2004, which tests the bit in the alpha test.
input float column;
constant float scale; // half of one by the bit's value
output depth near;

void main() {
    near = fract(fetch(column, here()) * scale) >= 0.5 ? 0.25 : 0.75;
}

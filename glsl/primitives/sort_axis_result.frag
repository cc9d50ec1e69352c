// sort_axis_result: the last pass of a merge sort of many lines (GPU Gems, ch. 37, section 37.3.1): takes each element from its place in
// the sorted line, which is padded to a power of two. Of pairs it takes the place that moved with the key.
input vec4 sorted;
constant index padded; // places of a sorted line
parameter bool pairs = false;
#include "shared/lines.glsl"
output float result;

void main() {
    index row = quotient(here(), inner);
    index outer = quotient(row, extent);
    index line = outer * inner + here() - row * inner;
    index at = line * padded + row - outer * extent;
    index texel = quotient(at, pairs ? 2 : 4);
    vec4 group = fetch(sorted, texel);
    if (pairs) {
        result = float(floatBitsToInt(at == 2 * texel ? group.y : group.w) - 0x00800000);
    } else {
        index lane = at - 4 * texel;
        result = lane < 2 ? (lane == 0 ? group.x : group.y) : (lane == 2 ? group.z : group.w);
    }
}

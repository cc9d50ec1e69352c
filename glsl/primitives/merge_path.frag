// merge_path: neighbouring texels of a merged list, one for each render target: finds how many elements of either list come before them, near
// the start that merge_starts found, and merges from there in registers (Green, McColl and Bader 2012).
parameter index layers = 2; // render targets
output vec4 texel[layers];
input vec4 a;
input vec4 b;
input float starts;
parameter index spacing = 64;
parameter bool origins = false; // whether to write where elements come from: their positions in `a`, or -1 minus those in `b`

float lane(vec4 texel, index i) { return i < 2 ? (i == 0 ? texel.x : texel.y) : (i == 2 ? texel.z : texel.w); }
float a_key(index i) {
    index texel = quotient(i, 4);
    return lane(fetch(a, texel), i - 4 * texel);
}
float b_key(index i) {
    index texel = quotient(i, 4);
    return lane(fetch(b, texel), i - 4 * texel);
}
#include "shared/merge_path.glsl"

// Returns four neighbours, of which `skipped` lie before the first.
vec4 from_lane(vec4 own, vec4 next, index skipped) {
    vec4 later = skipped == 2 ? vec4(own.zw, next.xy) : vec4(own.w, next.xyz);
    return skipped == 0 ? own : skipped == 1 ? vec4(own.yzw, next.x) : later;
}

// Takes the next element of the result from either list.
float advance(inout vec4 first, inout vec4 second, inout index i, inout index j) {
    bool from_a = j >= b_elements || (i < a_elements && precedes(first.x, second.x));
    float taken = origins ? (from_a ? float(i) : -1.0 - float(j)) : from_a ? first.x : second.x;
    i += from_a ? 1 : 0;
    j += from_a ? 0 : 1;
    first = from_a ? first.yzww : first;
    second = from_a ? second : second.yzww;
    return taken;
}

void main() {
    index taken = 4 * layers * here();
    index block = quotient(taken, spacing);
    index start = index(fetch(starts, block));
    index i = of_a(taken, start, start + (taken - block * spacing));
    index j = taken - i;
    for (index k = 0; k < layers; k++) {
        index in_a = quotient(min(i, a_elements - 1), 4);
        index in_b = quotient(min(j, b_elements - 1), 4);
        vec4 first = from_lane(fetch(a, in_a), fetch(a, min(in_a + 1, count(a) - 1)), i - 4 * in_a);
        vec4 second = from_lane(fetch(b, in_b), fetch(b, min(in_b + 1, count(b) - 1)), j - 4 * in_b);
        vec4 four;
        four.x = advance(first, second, i, j);
        four.y = advance(first, second, i, j);
        four.z = advance(first, second, i, j);
        four.w = advance(first, second, i, j);
        texel[k] = four;
    }
}

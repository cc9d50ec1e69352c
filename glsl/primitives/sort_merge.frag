// sort_merge: merges two sorted runs into one. A fragment searches for the start of its part of the merge path (as in GPU Gems, ch. 37,
// section 37.3.2), then merges texels one by one in registers (by Batcher's bitonic merge, section 37.3.1), and writes one texel into each
// render target. The merge of two halves of words writes positions.
parameter index layers = 2; // render targets
output vec4 texel[layers];
#include "shared/sort_group.glsl"
#include "shared/sort_heads.glsl"
input float starts;
constant bool narrowed; // whether `starts` holds results of sort_starts

// Takes the next texel of either run, and merges it with the texel that is held. The lower half is the next texel of the result.
ivec4 advance(
    index base, inout index a, inout index b, index a_end, index b_end,
    inout ivec4 a_next, inout ivec4 b_next, inout ivec4 kept, bool more
) {
    bool from_a = b >= b_end || (a < a_end && precedes(a_next, b_next));
    bool none = a >= a_end && b >= b_end;
    ivec4 next = none ? ivec4(0x7fffffff) : from_a ? a_next : b_next;
    if (more) {
        a += from_a ? 1 : 0;
        b += from_a ? 0 : 1;
        vec4 texel = fetch(keys, min(base + (from_a ? a : run + b), texels - 1));
        ivec4 refill = from_a ? first_order(texel) : second_order(texel);
        a_next = from_a ? refill : a_next;
        b_next = from_a ? b_next : refill;
    }
    next = reversed(next);
    exchange(kept, next);
    ivec4 written = settled(kept);
    kept = settled(next);
    return written;
}

void main() {
    index at = here() * layers;
    index base = at - (at & (2 * run - 1));
    index taken = at - base + 1;
    index a_end = first_run(base);
    index b_end = second_run(base);
    index low = max(0, taken - b_end);
    index high = min(taken, a_end);
    if (narrowed) {
        index start = floatBitsToInt(fetch(starts, at >> 7)) - 0x00800000;
        low = max(low, start);
        high = min(high, start + (at & 127));
    }
    for (index k = 0; k < 30; k++) {
        if (low >= high) {
            break;
        }
        halve(base, taken, low, high);
    }
    index a = low;
    index b = taken - low;
    // Of the keys taken so far, the highest texel is not written yet. Its keys are in the last texels taken from either run.
    ivec4 least = ivec4(1 << 31);
    ivec4 lower = a > 0 ? first_order(fetch(keys, max(base + a - 1, 0))) : least;
    ivec4 kept = reversed(b > 0 ? second_order(fetch(keys, max(base + run + b - 1, 0))) : least);
    exchange(lower, kept);
    kept = settled(kept);
    ivec4 a_next = first_order(fetch(keys, min(base + a, texels - 1)));
    ivec4 b_next = second_order(fetch(keys, min(base + run + b, texels - 1)));
    for (index k = 0; k < layers; k++) {
        ivec4 next = advance(base, a, b, a_end, b_end, a_next, b_next, kept, k + 1 < layers);
        // The merge of halves is the last one: the result are positions.
        texel[k] = halves ? vec4(next & ((position_mask << 1) | 1)) : from_order(next);
    }
}

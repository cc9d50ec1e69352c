// packed_sort_groups: the first pass of the packed bitonic sort. It sorts groups of neighbouring texels, one per render target, in
// registers by bitonic merges (GPU Gems, ch. 37, section 37.3.1, after Batcher). Needs no integers.
parameter index streams = 2; // render targets
output vec4 sorted[streams];
constant index elements;
constant float past; // the value of keys past the end: no key comes after it
#include "shared/packed_group.glsl"
#include "shared/four_keys.glsl"

float key(index i) { return i < elements ? fetch(keys, i) : past; }

// Loads a texel to sort: four keys, or two keys with their positions.
vec4 loaded(index texel) {
    if (pairs) {
        index i = 2 * texel;
        return vec4(key(i), float(i), key(i + 1), float(i + 1));
    }
    vec4 found = four(texel);
    index left = elements - 4 * texel;
    return vec4(left > 0 ? found.x : past, left > 1 ? found.y : past, left > 2 ? found.z : past, left > 3 ? found.w : past);
}

void main() {
    vec4 t[streams];
    for (index k = 0; k < streams; k++) {
        t[k] = in_order(loaded(streams * here() + k));
    }
    for (index run = 1; run < streams; run *= 2) {
        // Compares two runs in mirrored order. No run stays reversed, so keys past the end stay there.
        for (index start = 0; start < streams; start += 2 * run) {
            for (index k = 0; k < run; k++) {
                t[start + 2 * run - 1 - k] = reversed(t[start + 2 * run - 1 - k]);
                exchange(t[start + k], t[start + 2 * run - 1 - k]);
                t[start + 2 * run - 1 - k] = reversed(t[start + 2 * run - 1 - k]);
            }
        }
        for (index distance = quotient(run, 2); distance > 0; distance = quotient(distance, 2)) {
            for (index k = 0; k < streams; k++) {
                if ((k & distance) == 0) {
                    exchange(t[k], t[k + distance]);
                }
            }
        }
        for (index k = 0; k < streams; k++) {
            t[k] = settled(t[k]);
        }
    }
    for (index k = 0; k < streams; k++) {
        sorted[k] = t[k];
    }
}

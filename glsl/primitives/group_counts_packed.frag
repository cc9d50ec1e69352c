// group_counts_packed: how many elements each group has, four groups at a time, and its key, from the positions of the first elements. A
// step of run-length encoding; not from a paper. The positions come from a filter (GPU Gems 2, ch. 36, section 36.1).
parameter index writes_keys = 1;    // 1 if this pass writes the keys, else 0
parameter index writes_results = 1; // 1 if it writes the counts
input vec4 keys;
#include "shared/group_spans.glsl"
output vec4 key[writes_keys];
output vec4 result[writes_results];

float key_at(float first) {
    index i = min(index(first), elements - 1);
    index texel = quotient(i, 4);
    return lane_at(fetch(keys, texel), i - 4 * texel);
}

void main() {
    vec4 ends;
    vec4 starts = starts_and_ends(ends);
    for (index k = 0; k < writes_results; k++) {
        result[k] = ends - starts;
    }
    for (index k = 0; k < writes_keys; k++) {
        key[k] = vec4(key_at(starts.x), key_at(starts.y), key_at(starts.z), key_at(starts.w));
    }
}

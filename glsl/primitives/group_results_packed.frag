// group_results_packed: the key of each group and the combination of its values, four groups at a time: the last element of a segmented
// scan of the group (Sengupta et al. 2007), from the texel of the last element and the scan of the sums of the texels before.
parameter element combine(element a, element b);
parameter index writes_keys = 1;    // 1 if this pass writes the keys, else 0
parameter index writes_results = 1; // 1 if it writes the combinations
input vec4 keys;
input vec4 values;
input vec4 sums; // the scan of the sums of texels
#include "shared/group_spans.glsl"
output vec4 key[writes_keys];
output vec4 result[writes_results];
#include "shared/element_of_texel.glsl"

// Returns the key and the combination of the group whose elements are those from `start` to before `end`.
vec2 group_of(float start, float end) {
    index last = max(index(end) - 1, 0);
    index texel = quotient(last, 4);
    index high = last - 4 * texel;
    index low = index(start) - 4 * texel;
    vec2 found = vec2(0.0);
    if (writes_keys > 0) {
        found.x = lane_at(fetch(keys, texel), high);
    }
    if (writes_results > 0) {
        vec4 own = fetch(values, texel);
        float sum = own.x;
        sum = high < 1 ? sum : low == 1 ? own.y : combine(sum, own.y);
        sum = high < 2 ? sum : low == 2 ? own.z : combine(sum, own.z);
        sum = high < 3 ? sum : low == 3 ? own.w : combine(sum, own.w);
        found.y = low < 0 ? combine(element_of_texel(max(texel - 1, 0)), sum) : sum;
    }
    return found;
}

void main() {
    vec4 ends;
    vec4 starts = starts_and_ends(ends);
    vec2 a = group_of(starts.x, ends.x);
    vec2 b = group_of(starts.y, ends.y);
    vec2 c = group_of(starts.z, ends.z);
    vec2 d = group_of(starts.w, ends.w);
    for (index k = 0; k < writes_keys; k++) {
        key[k] = vec4(a.x, b.x, c.x, d.x);
    }
    for (index k = 0; k < writes_results; k++) {
        result[k] = vec4(a.y, b.y, c.y, d.y);
    }
}

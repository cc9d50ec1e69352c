// group_results_packed: the key of each group, and the combination of its values: the last element of a segmented scan of the group
// (Sengupta et al. 2007), from the scan of the sums of texels. `firsts` has the positions where groups start.
parameter element combine(element a, element b);
parameter index writes_keys = 1;   // 1 if this pass writes the keys, else 0
parameter index writes_values = 1; // 1 if it writes the combinations
input float firsts;
input vec4 values;
#include "shared/segment_flags.glsl"
#include "shared/segment_scanned.glsl"
input vec4 sums; // the scan of the sums of texels
constant index elements;
output float key[writes_keys];
output float reduced[writes_values];
#include "shared/element_of_texel.glsl"

void main() {
    index next = min(here() + 1, count(firsts) - 1);
    index end = (here() + 1 < count(firsts) ? index(fetch(firsts, next)) : elements) - 1;
    index texel = quotient(end, 4);
    index lane = end - 4 * texel;
    vec4 keys = fetch(heads, texel);
    for (index k = 0; k < writes_keys; k++) {
        key[k] = lane < 2 ? (lane == 0 ? keys.x : keys.y) : (lane == 2 ? keys.z : keys.w);
    }
    if (writes_values > 0) {
        index before = max(texel - 1, 0);
        vec4 flags = flags_of(keys, fetch(heads, before).w);
        vec4 scanned = scanned_of(fetch(values, texel), flags, texel > 0, element_of_texel(before));
        for (index k = 0; k < writes_values; k++) {
            reduced[k] = lane < 2 ? (lane == 0 ? scanned.x : scanned.y) : (lane == 2 ? scanned.z : scanned.w);
        }
    }
}

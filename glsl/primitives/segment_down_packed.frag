// segment_down_packed: the last pass of a segmented scan of a packed stream (Sengupta et al. 2007): combines the scan of the texels before
// with the elements of this texel up to each one, as far as no segment starts.
parameter element combine(element a, element b);
input vec4 values;
#include "shared/segment_flags.glsl"
#include "shared/segment_scanned.glsl"
input vec4 sums; // the scan of the sums of texels
output vec4 scanned;
#include "shared/element_of_texel.glsl"

void main() {
    bool some = here() > 0;
    index before = max(here() - 1, 0);
    vec4 flags = flags_of(fetch(heads, here()), by_keys ? fetch(heads, before).w : 0.0);
    scanned = scanned_of(fetch(values, here()), flags, some, element_of_texel(before));
}

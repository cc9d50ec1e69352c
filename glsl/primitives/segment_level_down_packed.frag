// segment_level_down_packed: scans a level of the pyramid of a segmented scan (Sengupta et al. 2007): combines the sums of the block
// before, and those of this block up to here, as far as no segment starts. A block has `groups` times four texels. The highest level is
// one block.
parameter element combine(element a, element b);
parameter index groups = 1;
#include "shared/segment_pairs.glsl"
#include "shared/segment_scanned.glsl"
input vec4 sums; // the scan of the level above
output vec4 scanned;
#include "shared/element_of_texel.glsl"

void main() {
    index own = 2 * here();
    index block = quotient(own, 4 * groups);
    index first = 4 * groups * block;
    index y = quotient(first, width(values));
    index x = first - y * width(values);
    vec2 before = vec2(0.0);
    bool some = false;
    for (index group = 0; group < groups; group++) {
        vec2 part = vec2(0.0);
        bool any = false;
        for (index k = 0; k < 4; k++) {
            index at = 4 * group + k;
            vec2 pair = pair_of(fetch(values, x + at, y));
            vec2 longer = any ? joined(part, pair) : pair;
            part = first + at < own ? longer : part;
            any = any || first + at < own;
        }
        vec2 longer = some ? joined(before, part) : part;
        before = any ? longer : before;
        some = some || any;
    }
    if (block > 0) {
        float above = element_of_texel(block - 1);
        before.x = some ? (before.y > 0.0 ? before.x : combine(above, before.x)) : above;
        some = true;
    }
    vec4 a = fetch(values, x + own - first, y);
    vec4 b = fetch(values, x + own - first + 1, y);
    scanned = scanned_of(vec4(a.xy, b.xy), vec4(a.zw, b.zw), some, before.x);
}

// scan_columns_down_packed: combines the scan of the block before with the texels of this block of a line up to here, lane by lane: each
// lane belongs to another line. The down-sweep of the work-efficient scan (Harris 2007, section 3.2), with blocks instead of pairs, for
// many lines at once. With `exclusive`, the last level is exclusive.
parameter element combine(element a, element b);
parameter index block = 8;
parameter bool top = false; // whether a line is one block, so that `sums` is not read
input vec4 values;
input vec4 sums;
constant index extent; // elements of a line
constant index blocks; // of a line
constant bool exclusive;
constant float identity;
output vec4 scanned;
#include "shared/each_of_four.glsl"

void main() {
    index outer = quotient(here_y(), extent);
    index place = here_y() - outer * extent;
    index number = top ? 0 : quotient(place, block);
    index first = here_y() - place + number * block;
    bool some = number > 0;
    vec4 before = vec4(0.0);
    if (!top && some) {
        before = fetch(sums, here_x(), outer * blocks + number - 1);
    }
    for (index k = 0; k < block - 1; k++) {
        if (first + k < here_y()) {
            vec4 texel = fetch(values, here_x(), first + k);
            before = some ? each(before, texel) : texel;
            some = true;
        }
    }
    vec4 own = fetch(values, here_x(), here_y());
    vec4 sum = some ? each(before, own) : own;
    scanned = !exclusive ? sum : some ? before : vec4(identity);
}

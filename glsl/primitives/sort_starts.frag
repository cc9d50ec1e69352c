// sort_starts: for every 128th texel of a merged run, finds how many texels of the first run come before it, by a binary search (GPU Gems,
// ch. 37, section 37.3.2) along the merge path.
#include "shared/sort_group.glsl"
#include "shared/sort_heads.glsl"
output float starts;

void main() {
    index at = here() * 128;
    index base = at - (at & (2 * run - 1));
    index taken = at - base + 1;
    index low = max(0, taken - second_run(base));
    index high = min(taken, first_run(base));
    for (index k = 0; k < 30; k++) {
        if (low >= high) {
            break;
        }
        halve(base, taken, low, high);
    }
    starts = intBitsToFloat(low + 0x00800000);
}

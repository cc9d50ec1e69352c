// scan_pyramid_up: combines four elements into one. The up-sweep of the work-efficient scan (Harris 2007, section 3.2), with fours instead
// of pairs. A last sum that lacks elements is never used.
parameter element combine(element a, element b);
#include "shared/texel_of_one.glsl"
#include "shared/four_texels.glsl"
output element sums;

void main() {
    sums = four_texels(4 * here());
}

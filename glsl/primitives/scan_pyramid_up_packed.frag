// scan_pyramid_up_packed: combines sixteen texels of four elements into one texel of four sums. The up-sweep of the work-efficient scan
// (Harris 2007, section 3.2), with sixteens instead of pairs. A last sum that lacks elements is never used.
parameter element combine(element a, element b);
#include "shared/texel_of_four.glsl"
#include "shared/four_texels.glsl"
output vec4 sums;

void main() {
    index first = 16 * here();
    sums = vec4(four_texels(first), four_texels(first + 4), four_texels(first + 8), four_texels(first + 12));
}

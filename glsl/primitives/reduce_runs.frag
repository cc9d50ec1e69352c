// reduce_runs: 64 neighbouring texels become one element, in eight groups of eight. What the chapter does to 2 x 2 elements
// (GPU Gems, ch. 37, section 37.2.1) and Brook to 8 in a row, over as many as pay; the order of the elements is kept.
parameter element combine(element a, element b);
#include "shared/texel_of_one.glsl"
#include "shared/reduce_runs.glsl"

// reduce_runs: combines 64 neighbouring texels into one element, in eight groups of eight. GPU Gems, ch. 37, section 37.2.1, combines 2 x
// 2 elements, and Brook 8 in a row. Here it is as many as pay off. The order of the elements is kept.
parameter element combine(element a, element b);
#include "shared/texel_of_one.glsl"
#include "shared/reduce_runs.glsl"

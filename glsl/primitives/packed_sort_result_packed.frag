// packed_sort_result_packed: the last pass of the packed bitonic sort (GPU Gems, ch. 37, section 37.3.1): converts texels interleaved in
// several streams to the texels of a packed stream. Needs no integers.
#include "shared/packed_texel_at.glsl"
output vec4 result;

void main() { result = texel_at(here()); }

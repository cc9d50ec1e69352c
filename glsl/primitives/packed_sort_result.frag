// packed_sort_result: the last pass of the packed bitonic sort (GPU Gems, ch. 37, section 37.3.1): from as many streams as there
// were render targets, the texels of a packed stream, or the elements of a plain one. Needs no integers.
#include "sorted" // texel_at, from streams that take turns
#include "result"

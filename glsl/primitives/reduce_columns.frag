// reduce_columns: combines 64 rows of texels into one, column by column, in eight groups of eight. Neighbouring fragments read
// neighbouring texels, which suits the caches of GPUs. Like the reduction of GPU Gems, ch. 37, section 37.2.1, it does not keep the order
// of the elements.
parameter element combine(element a, element b);
#include "shared/texel_of_one.glsl"
#include "shared/reduce_columns.glsl"

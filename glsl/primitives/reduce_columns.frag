// reduce_columns: 64 rows of texels become one, column by column, in eight groups of eight: neighbouring fragments read
// neighbouring texels, which is what caches of real GPUs want. As the chapter's reduction (GPU Gems, ch. 37, section 37.2.1)
// it does not keep the order of the elements.
parameter element combine(element a, element b);
#include "shared/texel_of_one.glsl"
#include "shared/reduce_columns.glsl"

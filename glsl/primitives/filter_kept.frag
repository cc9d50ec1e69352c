// filter_kept: a near depth for records, and the farthest for null records, so that an occlusion query counts the records. Nothing is
// written. For the filter of GPU Gems 2 ch. 36.
input element values;
output depth near;
#include "shared/null.glsl"

void main() {
    near = is_null(fetch(values, here())) ? 1.0 : 0.0;
}

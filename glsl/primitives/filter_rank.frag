// filter_rank: 0 for a record, 1 for a null one: the keys by which a stable sort brings the null records to the end. The
// baseline that GPU Gems 2 ch. 36, section 36.1, holds the scan against.
input element values;
output float rank;
#include "shared/null.glsl"

void main() {
    rank = is_null(fetch(values, here())) ? 1.0 : 0.0;
}

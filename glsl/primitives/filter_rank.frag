// filter_rank: 0 for a record with data, 1 for a null record: the keys by which a stable sort moves the null records to the end. GPU Gems
// 2 ch. 36, section 36.1, compares the scan with this baseline.
input element values;
output float rank;
#include "shared/null.glsl"

void main() {
    rank = is_null(fetch(values, here())) ? 1.0 : 0.0;
}

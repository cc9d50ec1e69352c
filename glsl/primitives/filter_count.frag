// filter_count: counts the null records among this record and the one before it: the first step of the running count of null records. GPU
// Gems 2 ch. 36, figure 36-1 and the kernel before Scan. The following steps are scan_step.
input element values;
output float nulls;
#include "shared/null.glsl"

void main() {
    index i = here();
    float own = is_null(fetch(values, here())) ? 1.0 : 0.0;
    float before = i > 0 && is_null(fetch(values, max(i - 1, 0))) ? 1.0 : 0.0;
    nulls = own + before;
}

// filter_clash_near: filter_clash as a depth: near where the predicate keeps a record that is already null. An occlusion query tells whether there
// is one. For the marker of GPU Gems 2 ch. 36, section 36.1.
input element values;
output depth near;
parameter bool keep(element x);
#include "shared/null.glsl"

void main() {
    element record = fetch(values, here());
    near = is_null(record) && keep(record) ? 0.0 : 1.0;
}

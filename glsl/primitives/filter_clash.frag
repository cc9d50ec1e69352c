// filter_clash: 1 if the predicate keeps a record that is already null, which could not be distinguished from a dropped one. The marker of
// GPU Gems 2 ch. 36, section 36.1, allows no such record. The maximum of the result shows whether there is one.
input element values;
output float clash;
parameter bool keep(element x);
#include "shared/null.glsl"

void main() {
    element record = fetch(values, here());
    clash = is_null(record) && keep(record) ? 1.0 : 0.0;
}

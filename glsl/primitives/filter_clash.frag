// filter_clash: 1 where the predicate keeps a record that is null already, and could not be told from one that it drops. The
// marker of GPU Gems 2 ch. 36, section 36.1, allows no such record; its maximum says whether there is one.
input element values;
output float clash;
parameter bool keep(element x);
#include "shared/null.glsl"

void main() {
    element record = fetch(values, here());
    clash = is_null(record) && keep(record) ? 1.0 : 0.0;
}

// group_ends: the own position for each sorted key that is the last, or with `first` the first, of its equals; -1 for the others. A
// reduction by key keeps these (Sengupta et al. 2007).
input element keys;
constant bool first;
output float ends;
#include "shared/differs.glsl"

void main() {
    index i = here();
    index beside = first ? max(i - 1, 0) : min(i + 1, count(keys) - 1);
    ends = beside == i || differs(fetch(keys, beside), fetch(keys, i)) ? float(i) : -1.0;
}

// bitonic_sort_pairs: like bitonic_sort, with a payload that moves with its key: the records of GPU Gems ch. 37, section 37.3. A pass
// writes both into two render targets, or one of them.
input float keys;
input element values;
constant bool descending;
parameter index writes_keys = 1; // 1 if this pass writes the keys, else 0; likewise below
parameter index writes_values = 1;
output float sorted_keys[writes_keys];
output element sorted_values[writes_values];
#include "shared/bitonic.glsl"

void put_key(float x) {
    if (writes_keys == 1) {
        sorted_keys[0] = x;
    }
}

void put_value(element x) {
    if (writes_values == 1) {
        sorted_values[0] = x;
    }
}

bool before(float a, float b) {
    return descending ? b < a : a < b;
}

void main() {
    index i = here();
    index partner = partner_of(i);
    index inside = min(partner, count(keys) - 1);
    float own = fetch(keys, here());
    float other = fetch(keys, inside);
    bool first = (partner > i) == ascends(i);
    bool swap = partner < count(keys) && (first ? before(other, own) : before(own, other));
    put_key(swap ? other : own);
    if (swap) {
        put_value(fetch(values, inside));
    } else {
        put_value(fetch(values, here()));
    }
}

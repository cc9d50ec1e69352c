// bitonic_sort_stable: as bitonic_sort_pairs, with the first position of each record beside it, by which equal keys are told
// apart: so they keep their order, which GPU Gems ch. 37 does not. The first pass makes the positions. "outputs" says which of
// the three are written: all, or some where there are too few render targets.
input float keys;
input float positions;
input element values;
constant bool descending;
constant bool begin;
parameter index writes_keys = 1; // 1 where this pass writes the keys, else 0; the same of the others
parameter index writes_values = 1;
parameter index writes_positions = 1;
output float sorted_keys[writes_keys];
output element sorted_values[writes_values];
output float sorted_positions[writes_positions];
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

void put_position(float x) {
    if (writes_positions == 1) {
        sorted_positions[0] = x;
    }
}

bool before(float a, float b) {
    return descending ? b < a : a < b;
}

bool precedes(float a, float a_position, float b, float b_position) {
    return before(a, b) || (!before(b, a) && a_position < b_position);
}

void main() {
    index i = here();
    index partner = partner_of(i);
    index inside = min(partner, count(keys) - 1);
    float own = fetch(keys, here());
    float other = fetch(keys, inside);
    float own_position = begin ? float(i) : fetch(positions, here());
    float other_position = begin ? float(partner) : fetch(positions, inside);
    bool first = (partner > i) == ascends(i);
    bool later = precedes(other, other_position, own, own_position);
    bool swap = partner < count(keys) && first == later;
    put_key(swap ? other : own);
    put_position(swap ? other_position : own_position);
    if (swap) {
        put_value(fetch(values, inside));
    } else {
        put_value(fetch(values, here()));
    }
}

// bitonic_sort_stable: like bitonic_sort_pairs, but each record also carries its original position, which breaks ties. So equal keys keep
// their order, unlike in GPU Gems ch. 37. The first pass computes the positions. A pass writes all three outputs, or only some if there
// are too few render targets.
input float keys;
input float positions;
input element values;
constant bool descending;
constant bool begin;
parameter index writes_keys = 1; // 1 if this pass writes the keys, else 0; likewise below
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

// bitonic_sort_stable: as bitonic_sort_pairs, with the first position of each record beside it, by which equal keys are told
// apart: so they keep their order, which GPU Gems ch. 37 does not. The first pass makes the positions.
input float keys;
input float positions;
input element values;
constant bool descending;
constant bool begin;
output float sorted_keys;
output float sorted_positions;
output element sorted_values;
#include "addresses"

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
    sorted_keys = swap ? other : own;
    sorted_positions = swap ? other_position : own_position;
    if (swap) {
        sorted_values = fetch(values, inside);
    } else {
        sorted_values = fetch(values, here());
    }
}

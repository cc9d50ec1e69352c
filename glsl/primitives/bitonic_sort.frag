// bitonic_sort: one pass of the bitonic merge sort. Each element is compared with its partner, and becomes the smaller or the larger of
// the two keys. GPU Gems ch. 37, section 37.3.1, Example 37-2 and figure 37-4. Equal keys stay where they are.
input float keys;
constant bool descending;
output float sorted;
#include "shared/bitonic.glsl"

bool before(float a, float b) {
    return descending ? b < a : a < b;
}

void main() {
    index i = here();
    index partner = partner_of(i);
    float own = fetch(keys, here());
    float other = fetch(keys, min(partner, count(keys) - 1));
    bool first = (partner > i) == ascends(i);
    bool swap = partner < count(keys) && (first ? before(other, own) : before(own, other));
    sorted = swap ? other : own;
}

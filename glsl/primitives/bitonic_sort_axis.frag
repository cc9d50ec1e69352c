// bitonic_sort_axis: a pass of the bitonic merge sort (GPU Gems ch. 37, section 37.3.1), within each line along an axis. Keys beyond the end
// of a line would never move, and are not stored. With `stable`, keys carry their places, which break ties and are the order of the keys.
input float keys;
input float places;
constant bool descending;
constant bool begin; // whether the places are those of the elements themselves
parameter bool stable = false;
parameter index writes_keys = 1; // 1 if this pass writes the keys, else 0; likewise below
parameter index writes_places = 0;
#include "shared/lines.glsl"
output float sorted_keys[writes_keys];
output float sorted_places[writes_places];
#include "shared/bitonic.glsl"

void put_key(float x) {
    if (writes_keys == 1) {
        sorted_keys[0] = x;
    }
}

void put_place(float x) {
    if (writes_places == 1) {
        sorted_places[0] = x;
    }
}

bool before(float a, float b) {
    return descending ? b < a : a < b;
}

void main() {
    index place = place_of(here());
    index partner = partner_of(place);
    bool inside = partner < extent;
    index there = here() + (min(partner, extent - 1) - place) * inner;
    float own = fetch(keys, here());
    float other = fetch(keys, there);
    bool first = (partner > place) == ascends(place);
    if (stable) {
        float own_place = begin ? float(place) : fetch(places, here());
        float other_place = begin ? float(partner) : fetch(places, there);
        bool later = before(other, own) || (!before(own, other) && other_place < own_place);
        bool swap = inside && first == later;
        put_key(swap ? other : own);
        put_place(swap ? other_place : own_place);
    } else {
        bool swap = inside && (first ? before(other, own) : before(own, other));
        put_key(swap ? other : own);
    }
}

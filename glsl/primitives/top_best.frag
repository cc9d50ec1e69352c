// top_best: finds the position of the first key, in the order of a sort, among those of a chosen group and those past the last group:
// one step down from the root of a tournament, after Knuth, The Art of Computer Programming, vol. 3, on sorting by selection.
parameter index texels = 16;   // of a group
parameter bool grouped = true; // whether a group was chosen
#include "shared/key_order.glsl"
input vec4 values;
input float chosen;       // the number of the chosen group
constant index rest;      // the texel of the first key past the last group
constant index last_texel;
constant index elements;
output float position;

// Takes a key if there is one, and no other was taken or it comes before that.
void take(float key, index at, bool inside, inout float best, inout index place) {
    bool better = inside && (place < 0 || precedes(key, best));
    best = better ? key : best;
    place = better ? at : place;
}

void take_texel(index texel, bool inside, inout float best, inout index place) {
    vec4 keys = fetch(values, min(texel, last_texel));
    index at = 4 * texel;
    take(keys.x, at, inside && at < elements, best, place);
    take(keys.y, at + 1, inside && at + 1 < elements, best, place);
    take(keys.z, at + 2, inside && at + 2 < elements, best, place);
    take(keys.w, at + 3, inside && at + 3 < elements, best, place);
}

void main() {
    float best = 0.0;
    index place = -1;
    if (grouped) {
        index first = texels * index(fetch(chosen, 0));
        for (index k = 0; k < texels; k++) {
            take_texel(first + k, true, best, place);
        }
    }
    for (index k = 0; k < texels; k++) {
        take_texel(rest + k, rest + k <= last_texel, best, place);
    }
    position = float(place);
}

// mip_radix_reorder: finds the key that comes at this place in the order of one digit. It descends the pyramid of counts, three fetches for
// each level, to the key's digit and group, and then walks the group (after Moroz's fragment sort, as PlayCanvas had it).
parameter index levels = 1;
parameter index writes_keys = 1; // 1 if this pass writes the keys, else 0; likewise below
parameter index writes_positions = 1;
parameter bool begin = false; // whether the keys are in their original order
input float level[levels];
input float keys;
input float positions;
#include "shared/radix_digit.glsl"
constant index groups; // number of groups of sixteen keys
output float sorted_keys[writes_keys];
output float sorted_positions[writes_positions];

void main() {
    index node = 0;
    float rest = float(here()); // number of keys to skip
    for (index n = levels - 1; n >= 0; n--) {
        float one = fetch(level[n], node);
        float two = one + fetch(level[n], node + 1);
        float three = two + fetch(level[n], node + 2);
        node += rest < one ? 0 : rest < two ? 1 : rest < three ? 2 : 3;
        rest -= rest < one ? 0.0 : rest < two ? one : rest < three ? two : three;
        if (n > 0) {
            node = 4 * node;
        }
    }
    index digit = quotient(node, groups);
    index first = 16 * (node - digit * groups);
    index last = count(keys) - 1;
    float key = 0.0;
    index at = first;
    for (index k = 0; k < 16; k++) {
        at = min(first + k, last);
        key = fetch(keys, at);
        rest -= digit_of(key) == int(digit) ? 1.0 : 0.0;
        if (rest < 0.0) {
            break;
        }
    }
    if (writes_keys == 1) {
        sorted_keys[0] = key;
    }
    if (writes_positions == 1) {
        if (begin) {
            sorted_positions[0] = float(at);
        } else {
            sorted_positions[0] = fetch(positions, at);
        }
    }
}

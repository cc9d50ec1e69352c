// sort_groups: the first pass of the merge sort. It sorts groups of neighbouring texels, two per render target, in registers by bitonic
// merges (GPU Gems, ch. 37, section 37.3.1, after Batcher). Two fragments sort the same group, and each writes a half, which is cheaper
// than another pass. Keys past the end have the value that sorts last.
parameter index layers = 2; // render targets
output vec4 texel[layers];
constant index elements;
parameter bool words = false; // whether a key of few bits and its position form one word
#include "shared/sort_group.glsl"
#include "shared/four_keys.glsl"
#include "shared/key_bits.glsl"
#include "shared/key_words.glsl"
#include "shared/integer_words.glsl"
constant index position_bits;
parameter bool in_lines = false; // whether each line along an axis is sorted by itself, and is padded
constant index padded; // places of a sorted line: a power of two
#include "shared/lines.glsl"
parameter bool integers = false; // whether keys are integers of two digits
input vec2 digits;

ivec2 pair(index i) {
    if (integers) {
        return i < elements ? integer_pair(fetch(digits, i), i) : ivec2(0x7fffffff, OFFSET);
    }
    return ivec2(i < elements ? key_to_order(fetch(keys, i)) : 0x7fffffff, i + OFFSET);
}

// Returns the index of the key for place i of the padded lines, or -1 if there is none, and sets `place` to its place in its line.
index key_in_line(index i, out index place) {
    index line = quotient(i, padded);
    index outer = quotient(line, inner);
    place = i - line * padded;
    return place < extent ? (outer * extent + place) * inner + line - outer * inner : -1;
}

int order_in_line(index i) {
    index place;
    index key = key_in_line(i, place);
    return key < 0 ? 0x7fffffff : to_order(vec4(fetch(keys, max(key, 0)))).x;
}

ivec2 pair_in_line(index i) {
    index place;
    index key = key_in_line(i, place);
    return ivec2(key < 0 ? 0x7fffffff : key_to_order(fetch(keys, max(key, 0))), place + OFFSET);
}

// Loads a texel of a padded line.
ivec4 loaded_in_line(index number) {
    if (pairs) {
        return ivec4(pair_in_line(2 * number), pair_in_line(2 * number + 1));
    }
    index i = 4 * number;
    return ivec4(order_in_line(i), order_in_line(i + 1), order_in_line(i + 2), order_in_line(i + 3));
}

// Loads a texel to sort: four keys, two keys with their positions, or four words of both.
ivec4 loaded(index number) {
    if (in_lines) {
        return loaded_in_line(number);
    }
    if (pairs) {
        return ivec4(pair(2 * number), pair(2 * number + 1));
    }
    ivec4 place = 4 * number + ivec4(0, 1, 2, 3);
    vec4 found = four(number);
    ivec4 group;
    if (words) {
        ivec4 steps_of_four = ivec4(vec4(step_of(found.x), step_of(found.y), step_of(found.z), step_of(found.w)));
        group = word_to_order((steps_of_four << position_bits) | (place & position_mask));
    } else {
        group = to_order(found);
    }
    ivec4 beyond = (elements - 1 - place) >> 31;
    return (group & ~beyond) | (ivec4(0x7fffffff) & beyond);
}

void main() {
    bool upper = (here() & 1) == 1;
    index first = layers * (here() - (here() & 1));
    ivec4 t[2 * layers];
    for (index k = 0; k < 2 * layers; k++) {
        t[k] = in_order(loaded(first + k));
    }
    // Every merge reverses the second run, so that both runs together are bitonic: item k of it comes from its other end.
    ivec4 next[2 * layers];
    for (index run = 1; run < layers; run *= 2) {
        for (index start = 0; start < 2 * layers; start += 2 * run) {
            for (index k = 0; k < run; k++) {
                next[start + k] = t[start + k];
                next[start + run + k] = reversed(t[start + 2 * run - 1 - k]);
                exchange(next[start + k], next[start + run + k]);
            }
        }
        for (index distance = quotient(run, 2); distance > 0; distance = quotient(distance, 2)) {
            for (index k = 0; k < 2 * layers; k++) {
                if ((k & distance) == 0) {
                    exchange(next[k], next[k + distance]);
                }
            }
        }
        for (index k = 0; k < 2 * layers; k++) {
            t[k] = settled(next[k]);
        }
    }
    for (index k = 0; k < layers; k++) {
        next[k] = reversed(t[2 * layers - 1 - k]);
        exchange(t[k], next[k]);
        t[k] = upper ? next[k] : t[k];
    }
    for (index distance = quotient(layers, 2); distance > 0; distance = quotient(distance, 2)) {
        for (index k = 0; k < layers; k++) {
            if ((k & distance) == 0) {
                exchange(t[k], t[k + distance]);
            }
        }
    }
    for (index k = 0; k < layers; k++) {
        texel[k] = from_order(settled(t[k]));
    }
}

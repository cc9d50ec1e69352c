// bordered_texel: a texel of a packed picture, or of what stands past the ends of its rows. Include it after the declaration of `picture`.
#include "shared/border.glsl"
#include "shared/pick_lane.glsl"

float bordered_element(index x, index row, index extent, index offset) {
    index at = bounded(x, extent, offset);
    index texel = quotient(at, 4);
    vec4 four = fetch(picture, texel, row);
    return is_zero(x, extent) ? 0.0 : pick_lane(four, at - 4 * texel);
}

// Returns the four elements from x on, which is a multiple of 4, as is the number of elements of a row.
vec4 bordered_texel(index x, index row, index extent, index offset) {
    if (x >= 0 && x < extent) {
        return fetch(picture, quotient(x, 4), row);
    }
    vec2 left = vec2(bordered_element(x, row, extent, offset), bordered_element(x + 1, row, extent, offset));
    return vec4(left, bordered_element(x + 2, row, extent, offset), bordered_element(x + 3, row, extent, offset));
}

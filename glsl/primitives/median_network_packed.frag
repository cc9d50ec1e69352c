// median_network_packed: as `median_network`, for the four elements of a texel at once: three texels of each row hold the neighbours of
// all (after McGuire 2008 and Paeth 1990).
parameter index side = 3;   // 3, 5 or 7
parameter index kept = 6;   // of them at first: half of their number, rounded up, and one
parameter index texels = 9; // three for each row
input vec4 picture;
constant index columns;
constant index rows;
constant index offset_x;
constant index offset_y;
#include "shared/bordered_texel.glsl"
output vec4 median;

vec4 texel_at(index x, index y) {
    vec4 found = bordered_texel(x, bounded(y, rows, offset_y), columns, offset_x);
    return is_zero(y, rows) ? vec4(0.0) : found;
}

// The four elements so many places behind those of the texel in the middle.
vec4 shifted(vec4 left, vec4 middle, vec4 right, const index by) {
    if (by == -3) { return vec4(left.yzw, middle.x); }
    if (by == -2) { return vec4(left.zw, middle.xy); }
    if (by == -1) { return vec4(left.w, middle.xyz); }
    if (by == 1) { return vec4(middle.yzw, right.x); }
    if (by == 2) { return vec4(middle.zw, right.xy); }
    if (by == 3) { return vec4(middle.w, right.xyz); }
    return middle;
}

void main() {
    vec4 t[texels];
    for (index v = 0; v < side; v++) {
        for (index u = 0; u < 3; u++) {
            t[3 * v + u] = texel_at(4 * (here_x() + u - 1), here_y() + v - quotient(side, 2));
        }
    }
    vec4 s[kept];
    for (index k = 0; k < kept; k++) {
        index v = quotient(k, side);
        s[k] = shifted(t[3 * v], t[3 * v + 1], t[3 * v + 2], k - side * v - quotient(side, 2));
    }
    // Elements first to kept - 1 are left.
    for (index first = 0; first < kept - 2; first++) {
        for (index k = first + 1; k < kept; k++) {
            vec4 less = min(s[first], s[k]);
            s[k] = max(s[first], s[k]);
            s[first] = less;
        }
        for (index k = first + 1; k < kept - 1; k++) {
            vec4 less = min(s[k], s[kept - 1]);
            s[kept - 1] = max(s[k], s[kept - 1]);
            s[k] = less;
        }
        if (first < kept - 3) {
            // The largest makes room for another.
            index v = quotient(kept + first, side);
            s[kept - 1] = shifted(t[3 * v], t[3 * v + 1], t[3 * v + 2], kept + first - side * v - quotient(side, 2));
        }
    }
    median = s[kept - 2];
}

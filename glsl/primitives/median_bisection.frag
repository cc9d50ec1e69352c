// median_bisection: the median of a square of neighbours of an element: the middle of the range in which it lies halves the range, whose
// ends are always neighbours. For squares that are too large for networks (McGuire 2008).
input element picture;
constant index side;
constant index centre; // of the square
constant index steps;  // as many as the square has elements
constant index columns;
constant index rows;
constant index offset_x;
constant index offset_y;
constant float rank;   // of the median, from 0
#include "shared/border.glsl"
output element median;

float pick(float c, float a, float b) { return c > 0.0 ? a : b; }
vec2 pick(vec2 c, vec2 a, vec2 b) { return vec2(pick(c.x, a.x, b.x), pick(c.y, a.y, b.y)); }
vec3 pick(vec3 c, vec3 a, vec3 b) { return vec3(pick(c.xy, a.xy, b.xy), pick(c.z, a.z, b.z)); }
vec4 pick(vec4 c, vec4 a, vec4 b) { return vec4(pick(c.xy, a.xy, b.xy), pick(c.zw, a.zw, b.zw)); }
float any_less(float a, float b) { return a < b ? 1.0 : 0.0; }
float any_less(vec2 a, vec2 b) { return any_less(a.x, b.x) + any_less(a.y, b.y); }
float any_less(vec3 a, vec3 b) { return any_less(a.xy, b.xy) + any_less(a.z, b.z); }
float any_less(vec4 a, vec4 b) { return any_less(a.xy, b.xy) + any_less(a.zw, b.zw); }

element neighbour(index v, index u) {
    index x = here_x() + u - centre;
    index y = here_y() + v - centre;
    element found = fetch(picture, bounded(x, columns, offset_x), bounded(y, rows, offset_y));
    return is_zero(x, columns) || is_zero(y, rows) ? element(0.0) : found;
}

void main() {
    element low = neighbour(0, 0);
    element high = low;
    for (index v = 0; v < side; v++) {
        for (index u = 0; u < side; u++) {
            element own = neighbour(v, u);
            low = min(low, own);
            high = max(high, own);
        }
    }
    for (index step_number = 0; step_number < steps && any_less(low, high) > 0.0; step_number++) {
        element middle = 0.5 * low + 0.5 * high;
        // Between infinities there is no middle, and rounding may make it the end: then the lower end is tried.
        middle = pick(step(low, middle) * (element(1.0) - step(high, middle)), middle, low);
        element number = element(0.0);
        element below = low;
        element above = high;
        for (index v = 0; v < side; v++) {
            for (index u = 0; u < side; u++) {
                element own = neighbour(v, u);
                element at_most = step(own, middle);
                number += at_most;
                below = pick(at_most, max(below, own), below);
                above = pick(at_most, above, min(above, own));
            }
        }
        element enough = step(element(rank + 1.0), number);
        high = pick(enough, below, high);
        low = pick(enough, low, above);
    }
    median = low;
}

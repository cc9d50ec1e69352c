// fluid_project: the velocity less the gradient of the pressure, so that less diverges. Pressures beyond the sides are those of the iterations.
// Harris, GPU Gems, ch. 38.
parameter bool tests = false;    // whether a cell that keeps what it has computes, and drops the result
parameter bool branches = false; // whether it branches around the work
input float kept;                // 1 for a cell that keeps what it has, else 0
input vec4 open;                 // to the right, to the left, in the next row, in the row before
input float pressure;
input vec2 velocity;
output vec2 next;

vec2 projected() {
    index x = here_x();
    index y = here_y();
    float own = fetch(pressure, x, y);
    float right = x == width(pressure) - 1 ? 0.0 : clamped(pressure, x + 1, y);
    vec4 around = vec4(right, clamped(pressure, x - 1, y), clamped(pressure, x, y + 1), clamped(pressure, x, y - 1));
    vec4 sides = vec4(own) + fetch(open, x, y) * (around - vec4(own));
    return fetch(velocity, x, y) - 0.5 * vec2(sides.x - sides.y, sides.z - sides.w);
}

void main() {
    if (branches) {
        if (fetch(kept, here()) == 0.0) {
            next = projected();
        } else {
            next = fetch(velocity, here());
        }
    } else {
        next = projected();
        if (tests) {
            next = fetch(kept, here()) == 0.0 ? next : fetch(velocity, here());
        }
    }
}

// fluid_pressure: a Jacobi iteration of the pressure whose gradient has the divergence of the velocity. Where a cell is not open, the pressure
// beyond is its own; beyond the right border it is 0.
// Harris, GPU Gems, ch. 38.
parameter bool tests = false;    // whether a cell that keeps what it has computes, and drops the result
parameter bool branches = false; // whether it branches around the work
input float kept;                // 1 for a cell that keeps what it has, else 0
input vec4 open;                 // to the right, to the left, in the next row, in the row before
input float divergence;
input float pressure;
output float next;

float iterated() {
    index x = here_x();
    index y = here_y();
    float own = fetch(pressure, x, y);
    float right = x == width(pressure) - 1 ? 0.0 : clamped(pressure, x + 1, y);
    vec4 around = vec4(right, clamped(pressure, x - 1, y), clamped(pressure, x, y + 1), clamped(pressure, x, y - 1));
    vec4 sides = vec4(own) + fetch(open, x, y) * (around - vec4(own));
    return 0.25 * (sides.x + sides.y + sides.z + sides.w - fetch(divergence, x, y));
}

void main() {
    if (branches) {
        if (fetch(kept, here()) == 0.0) {
            next = iterated();
        } else {
            next = 0.0;
        }
    } else {
        next = iterated();
        if (tests) {
            next = fetch(kept, here()) == 0.0 ? next : 0.0;
        }
    }
}

// fluid_divergence: how much more flows out of a cell than into it. Through a side flows the mean of both cells' velocities; or that of a
// neighbour which keeps what it has, 0 for an obstacle; or nothing, at the upper and the lower border.
// Harris, GPU Gems, ch. 38.
parameter bool tests = false;    // whether a cell that keeps what it has computes, and drops the result
parameter bool branches = false; // whether it branches around the work
input float kept;                // 1 for a cell that keeps what it has, else 0
input vec4 open;                 // to the right, to the left, in the next row, in the row before
input vec2 velocity;
output float divergence;

float outflow() {
    index x = here_x();
    index y = here_y();
    vec2 own = fetch(velocity, x, y);
    float below = y == height(velocity) - 1 ? 0.0 : clamped(velocity, x, y + 1).y;
    float above = y == 0 ? 0.0 : clamped(velocity, x, y - 1).y;
    vec4 beyond = vec4(clamped(velocity, x + 1, y).x, clamped(velocity, x - 1, y).x, below, above);
    vec4 sides = beyond + 0.5 * fetch(open, x, y) * (own.xxyy - beyond);
    return sides.x - sides.y + sides.z - sides.w;
}

void main() {
    if (branches) {
        if (fetch(kept, here()) == 0.0) {
            divergence = outflow();
        } else {
            divergence = 0.0;
        }
    } else {
        divergence = outflow();
        if (tests) {
            divergence = fetch(kept, here()) == 0.0 ? divergence : 0.0;
        }
    }
}

// fluid_advect: advects what moves with a fluid: interpolates it bilinearly at the place where the fluid of a cell was a step ago.
// Harris, GPU Gems, ch. 38, after Stam 1999.
parameter bool tests = false;    // whether a cell that keeps what it has computes, and drops the result
parameter bool branches = false; // whether it branches around the work
input float kept;                // 1 for a cell that keeps what it has, else 0
input vec2 velocity;             // in columns and rows a step
input element moved;
output element next;

element advected() {
    vec2 last = vec2(float(width(moved) - 1), float(height(moved) - 1));
    vec2 at = clamp(vec2(float(here_x()), float(here_y())) - fetch(velocity, here_x(), here_y()), vec2(0.0), last);
    vec2 corner = floor(at);
    vec2 part = at - corner;
    index x = index(corner.x);
    index y = index(corner.y);
    element upper = mix(fetch(moved, x, y), clamped(moved, x + 1, y), part.x);
    element lower = mix(clamped(moved, x, y + 1), clamped(moved, x + 1, y + 1), part.x);
    return mix(upper, lower, part.y);
}

void main() {
    if (branches) {
        if (fetch(kept, here()) == 0.0) {
            next = advected();
        } else {
            next = fetch(moved, here());
        }
    } else {
        next = advected();
        if (tests) {
            next = fetch(kept, here()) == 0.0 ? next : fetch(moved, here());
        }
    }
}

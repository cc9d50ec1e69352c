// mandelbrot_step: some more iterations of z² + c for a point: z, the number of iterations so far, and the number of rounds since it has
// escaped, with that round. A point that has escaped stays where it is. Harris and Buck, GPU Gems 2, ch. 34, section 34.2, has such work skipped by branches or early z.
parameter index steps = 8;
parameter bool branches = false; // whether an escaped point skips the iterations by a branch
parameter bool first = false;    // whether points start here
input vec4 state;
constant vec2 corner;            // the point of the first element
constant float spacing;          // of neighbouring points
output vec4 next;

vec4 iterated(vec4 point, vec2 c) {
    vec4 z = point;
    for (index k = 0; k < steps; k++) {
        float x2 = z.x * z.x;
        float y2 = z.y * z.y;
        bool inside = z.w == 0.0 && x2 + y2 <= 4.0;
        z = inside ? vec4(x2 - y2 + c.x, 2.0 * z.x * z.y + c.y, z.z + 1.0, 0.0) : vec4(z.xyz, 1.0);
    }
    return z;
}

void main() {
    vec2 c = corner + spacing * vec2(float(here_x()), float(here_y()));
    vec4 own = vec4(0.0, 0.0, 0.0, 0.0);
    if (!first) {
        own = fetch(state, here());
    }
    next = own;
    if (branches) {
        if (own.w == 0.0) {
            next = iterated(own, c);
        } else {
            next.w = own.w + 1.0;
        }
    } else {
        next = iterated(own, c);
        next.w = own.w > 0.0 ? own.w + 1.0 : next.w;
    }
}

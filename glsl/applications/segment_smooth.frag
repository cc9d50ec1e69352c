// segment_smooth: an iteration of diffusion of the picture's own brightness, on four pixels: noise goes, edges stay.
// After Perona and Malik, as Brook's Segment (Buck et al., section 5.1).
input vec4 picture;
constant float per_contrast; // 1 / contrast
constant float rate;
constant index columns;      // pixels a row
output vec4 next;

vec4 flow(vec4 d) {
    vec4 r = d * per_contrast;
    return exp(-r * r) * d;
}

void main() {
    index x = here_x();
    index y = here_y();
    vec4 own = fetch(picture, x, y);
    vec4 left = clamped(picture, x - 1, y);
    vec4 right = clamped(picture, x + 1, y);
    vec4 above = clamped(picture, x, y - 1);
    vec4 below = clamped(picture, x, y + 1);
    vec4 east = vec4(own.y, own.z, own.w, right.x) - own;
    vec4 west = vec4(x > 0 ? left.w : own.x, own.x, own.y, own.z) - own;
    // The last pixel of a row has none on its right.
    vec4 column = vec4(0.0, 1.0, 2.0, 3.0) + 4.0 * float(x);
    east *= vec4(1.0) - step(vec4(float(columns - 1)), column);
    next = own + rate * (flow(east) + flow(west) + flow(below - own) + flow(above - own));
}

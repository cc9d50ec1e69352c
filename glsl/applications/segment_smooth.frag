// segment_smooth: an iteration of diffusion of the picture's own brightness, on 2 x 2 pixels: noise goes, edges stay.
// After Perona and Malik, as Brook's Segment (Buck et al., section 5.1).
input vec4 picture;
constant float per_contrast; // 1 / contrast
constant float rate;
constant index pixel_columns;
constant index pixel_rows;
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
    vec4 east = vec4(own.y, right.x, own.w, right.z) - own;
    vec4 west = vec4(left.y, own.x, left.w, own.z) - own;
    vec4 south = vec4(own.z, own.w, below.x, below.y) - own;
    vec4 north = vec4(above.z, above.w, own.x, own.y) - own;
    // Nothing flows over the border: what has no pixel on a side gets nothing from there.
    vec4 column = vec4(0.0, 1.0, 0.0, 1.0) + 2.0 * float(x);
    vec4 row = vec4(0.0, 0.0, 1.0, 1.0) + 2.0 * float(y);
    east *= vec4(1.0) - step(vec4(float(pixel_columns - 1)), column);
    west *= step(vec4(0.5), column);
    south *= vec4(1.0) - step(vec4(float(pixel_rows - 1)), row);
    north *= step(vec4(0.5), row);
    next = own + rate * (flow(east) + flow(west) + flow(south) + flow(north));
}

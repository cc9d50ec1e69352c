// segment_step: an iteration of region growing on 2 x 2 pixels: labels flow in from the neighbours and leak away; what has more
// than a half is in the region, and stays. There is a frame of texels around the picture, to and from which nothing flows:
// no place needs to be clamped. A square of four needs fewer texels than a row of four, 8: the conductances over its twelve
// edges lie at its own place. Brook's Segment (Buck et al., section 5.1).
input vec4 labels;
input vec4 within; // what flows of a difference: between the upper two, the lower two, the left two, the right two
input vec4 after;  // to the right of the upper and of the lower row, below the left and the right column
input vec4 before; // to the left of the rows, above the columns
constant float stays; // 1 less the part that leaks
output vec4 next;

void main() {
    index x = here_x();
    index y = here_y();
    vec4 own = fetch(labels, x, y);
    vec4 left = fetch(labels, x - 1, y);
    vec4 right = fetch(labels, x + 1, y);
    vec4 above = fetch(labels, x, y - 1);
    vec4 below = fetch(labels, x, y + 1);
    vec4 inner = fetch(within, here());
    vec4 outer = fetch(after, here());
    vec4 back = fetch(before, here());
    // From the right to the left, and from below upwards.
    vec2 across = inner.xy * (own.yw - own.xz);
    vec2 up = inner.zw * (own.zw - own.xy);
    vec2 from_left = back.xy * (left.yw - own.xz);
    vec2 from_right = outer.xy * (right.xz - own.yw);
    vec2 from_above = back.zw * (above.zw - own.xy);
    vec2 from_below = outer.zw * (below.xy - own.zw);
    vec2 sides_above = vec2(from_left.x + across.x, from_right.x - across.x);
    vec2 sides_below = vec2(from_left.y + across.y, from_right.y - across.y);
    vec4 label = stays * own + vec4(sides_above + from_above + up, sides_below + from_below - up);
    // Labels are at most 1, and 1 stays.
    vec4 most = max(label, floor(own));
    next = vec4(most.x > 0.5 ? 1.0 : most.x, most.y > 0.5 ? 1.0 : most.y, most.z > 0.5 ? 1.0 : most.z, most.w > 0.5 ? 1.0 : most.w);
}

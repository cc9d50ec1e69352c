// segment_conductance: how much of a label flows to the next pixel to the right (to_x is 1) or below (to_y is 1), the less the
// more the brightness changes on the way; nothing leaves the picture. Texels are four pixels of a row, with a frame of one
// texel around those of the result. After Perona and Malik, as Brook's Segment (Buck et al., section 5.1).
input vec4 picture;
constant float per_contrast; // 1 / contrast
constant index columns;      // pixels a row
constant bool below;
output vec4 conductance;

void main() {
    index x = here_x() - 1;
    index y = here_y() - 1;
    vec4 own = fetch(picture, x, y);
    vec4 beside = clamped(picture, x + 1, y);
    vec4 next = below ? clamped(picture, x, y + 1) : vec4(own.y, own.z, own.w, beside.x);
    vec4 r = (next - own) * per_contrast;
    // Pixels that have a neighbour there.
    index last = below ? columns : columns - 1;
    bool inside = !below || y + 1 < height(picture);
    vec4 column = vec4(0.0, 1.0, 2.0, 3.0) + 4.0 * float(x);
    vec4 has = inside ? vec4(1.0) - step(vec4(float(last)), column) : vec4(0.0);
    conductance = has * exp(-r * r);
}

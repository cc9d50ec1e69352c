// segment_conductance: how much of a difference of labels flows over four of the twelve edges of 2 x 2 pixels, the less the more
// the brightness changes there; nothing leaves the picture. First two edges between columns, in the upper and the lower row, then
// two between rows. The result has a frame of one texel around. After Perona and Malik, as Brook's Segment (Buck et al., section 5.1).
input vec4 picture;
constant float per_contrast; // 1 / contrast
constant float rate;
constant index pixel_columns;
constant index pixel_rows;
constant index side; // 0: the edges within the square, 1: those to the next squares, -1: those to the squares before
output vec4 conductance;

void main() {
    index x = here_x() - 1;
    index y = here_y() - 1;
    vec4 own = fetch(picture, x, y);
    vec4 beside = clamped(picture, x + side, y);
    vec4 over = clamped(picture, x, y + side);
    bool from_last = side > 0;
    vec4 from = from_last ? vec4(own.y, own.w, own.z, own.w) : vec4(own.x, own.z, own.x, own.y);
    vec4 to = from_last ? vec4(beside.x, beside.z, over.x, over.y) : vec4(beside.y, beside.w, over.z, over.w);
    vec4 r = (to - from) * per_contrast;
    // An edge is there where both its pixels are: the second of them, and that it has one before it.
    vec2 second = vec2(float(2 * x + 1 + side), float(2 * y + 1 + side));
    vec2 size = vec2(float(pixel_columns), float(pixel_rows));
    vec2 has = step(vec2(0.5), second) * step(second, size - 1.0);
    // A square at the border may have a column or a row too many.
    vec2 last = step(vec2(float(2 * x + 1), float(2 * y + 1)), size - 1.0);
    conductance = rate * vec4(has.x, has.x * last.y, has.y, has.y * last.x) * exp(-r * r);
}

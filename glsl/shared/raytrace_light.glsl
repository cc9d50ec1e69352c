// The length of all rays except those that look for a light, which end at the light. 24-bit floats can represent it, too.
const float endless = 1.0e18;

bool seeks_light(vec4 w) {
    return w.w < 0.5 * endless;
}

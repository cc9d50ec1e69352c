// Rays that look for a light go no farther than to it, all others this far: floats of 24 bits have it too.
const float endless = 1.0e18;

bool seeks_light(vec4 w) {
    return w.w < 0.5 * endless;
}

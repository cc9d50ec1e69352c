// tonemap: light, scaled, as a screen shows it (sRGB). GPU Gems ch. 37, section 37.2: the largest value becomes white and
// all else is scaled with it; or, where light is compressed, the brightest comes near white only (Reinhard et al. 2002).
input vec3 light;
constant float before; // a power of two that brings light in range of scale
constant float scale;
constant bool compress;
output vec3 shown;

float encode(float value) {
    float x = clamp(value, 0.0, 1.0);
    return x < 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1.0 / 2.4) - 0.055;
}

void main() {
    vec3 rgb = scale * (before * fetch(light, here()));
    if (compress) {
        rgb = rgb / (1.0 + max(dot(rgb, vec3(0.2126, 0.7152, 0.0722)), 0.0));
    }
    shown = vec3(encode(rgb.x), encode(rgb.y), encode(rgb.z));
}

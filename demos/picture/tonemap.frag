// tonemap: as `brooklet tonemap --log` does it. The log average becomes middle grey, and highlights are compressed
// (Reinhard 2002).
input vec3 rgb;
constant float average;
output vec3 screen;

void main() {
    vec3 scaled = fetch(rgb, here()) * 0.18 / average;
    scaled = clamp(scaled / (1.0 + dot(scaled, vec3(0.2126, 0.7152, 0.0722))), 0.0, 1.0);
    screen = mix(1.055 * pow(scaled, vec3(1.0 / 2.4)) - 0.055, 12.92 * scaled, vec3(lessThan(scaled, vec3(0.0031308))));
}

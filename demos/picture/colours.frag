// colours: numbers as colours from night to noon, by their logarithm: the highest is a million times the lowest.
input float light;
constant vec2 range; // the lowest and the highest
output vec3 screen;

void main() {
    float t = 4.0 * log(max(fetch(light, here()), range.x) / range.x) / log(range.y / range.x);
    screen = mix(vec3(0.05, 0.06, 0.18), vec3(0.27, 0.13, 0.42), clamp(t, 0.0, 1.0));
    screen = mix(screen, vec3(0.79, 0.27, 0.36), clamp(t - 1.0, 0.0, 1.0));
    screen = mix(screen, vec3(0.99, 0.62, 0.27), clamp(t - 2.0, 0.0, 1.0));
    screen = mix(screen, vec3(1.00, 0.95, 0.76), clamp(t - 3.0, 0.0, 1.0));
}

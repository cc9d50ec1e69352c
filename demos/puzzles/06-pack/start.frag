input float values;
output vec4 packed;

void main() {
    index first = 4 * here();
    packed = vec4(fetch(values, first), 0.0, 0.0, 0.0);
}

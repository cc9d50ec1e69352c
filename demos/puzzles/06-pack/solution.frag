input float values;
output vec4 packed;

float element_at(index i) {
    return i < count(values) ? fetch(values, min(i, count(values) - 1)) : 0.0;
}

void main() {
    index first = 4 * here();
    packed = vec4(element_at(first), element_at(first + 1), element_at(first + 2), element_at(first + 3));
}

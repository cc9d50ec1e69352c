input float values;
output float medians;

float value_at(index i) {
    return fetch(values, clamp(i, 0, count(values) - 1));
}

void main() {
    index i = here();
    float a = value_at(i - 2);
    float b = value_at(i - 1);
    float c = value_at(i);
    float d = value_at(i + 1);
    float e = value_at(i + 2);
    // The smallest and the largest of four cannot be the median of five.
    float low = max(min(a, b), min(c, d));
    float high = min(max(a, b), max(c, d));
    // Of the three that are left, the one in the middle.
    medians = max(min(low, high), min(max(low, high), e));
}

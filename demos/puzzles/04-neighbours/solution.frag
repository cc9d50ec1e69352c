input float values;
output float sums;

void main() {
    index i = here();
    float sum = fetch(values, i);
    if (i > 0) {
        sum += fetch(values, i - 1);
    }
    if (i + 1 < count(values)) {
        sum += fetch(values, i + 1);
    }
    sums = sum;
}

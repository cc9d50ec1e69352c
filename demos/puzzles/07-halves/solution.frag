input float values;
output float sums;

void main() {
    index i = 2 * here();
    float sum = fetch(values, i);
    if (i + 1 < count(values)) {
        sum += fetch(values, i + 1);
    }
    sums = sum;
}

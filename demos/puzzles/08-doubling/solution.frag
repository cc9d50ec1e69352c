input float values;
constant index offset;
output float sums;

void main() {
    index i = here();
    float sum = fetch(values, i);
    if (i >= offset) {
        sum += fetch(values, i - offset);
    }
    sums = sum;
}

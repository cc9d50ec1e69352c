input float values;
output float sums;

void main() {
    index i = here();
    sums = fetch(values, i - 1) + fetch(values, i)
        + fetch(values, i + 1);
}

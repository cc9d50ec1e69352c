input float values;
output float sums;

void main() {
    sums = fetch(values, here());
}

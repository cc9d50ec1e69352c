input float values;
constant index offset;
output float sums;

void main() {
    sums = fetch(values, here());
}

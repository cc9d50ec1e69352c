input float values;
constant index span;
constant index offset;
output float sorted;

void main() {
    sorted = fetch(values, here());
}

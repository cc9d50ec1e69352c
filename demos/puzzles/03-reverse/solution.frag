input float values;
output float reversed;

void main() {
    index i = count(values) - 1 - here();
    reversed = fetch(values, i);
}

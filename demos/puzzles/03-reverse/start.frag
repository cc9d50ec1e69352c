input float values;
output float reversed;

void main() {
    index i = here();
    reversed = fetch(values, i);
}

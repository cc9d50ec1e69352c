input float values;
output float medians;

void main() {
    medians = fetch(values, here());
}

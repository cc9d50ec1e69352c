input float values;
output float turned;

void main() {
    index row = quotient(here(), 16);
    turned = fetch(values, here());
}

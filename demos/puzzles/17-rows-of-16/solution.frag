input float values;
output float turned;

void main() {
    index row = quotient(here(), 16);
    index first = 16 * row;
    index last = min(first + 16, count(values)) - 1;
    turned = fetch(values, first + last - here());
}

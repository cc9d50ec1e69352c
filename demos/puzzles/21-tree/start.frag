input float above;
input float level;
output float before;

void main() {
    before = fetch(above, quotient(here(), 2));
}

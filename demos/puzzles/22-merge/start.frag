input float left;
input float right;
output float merged;

void main() {
    index i = quotient(here(), 2);
    merged = here() > 2 * i ? fetch(right, i) : fetch(left, i);
}

input float above;
input float level;
output float before;

void main() {
    index i = here();
    index pair = quotient(i, 2);
    float sum = fetch(above, pair);
    if (count(level) > 1 && i > 2 * pair) {
        sum += fetch(level, i - 1);
    }
    before = sum;
}

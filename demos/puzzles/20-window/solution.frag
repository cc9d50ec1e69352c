input float scanned;
output float sums;

void main() {
    index i = here();
    float sum = fetch(scanned, i);
    if (i >= 5) {
        sum -= fetch(scanned, i - 5);
    }
    sums = sum;
}

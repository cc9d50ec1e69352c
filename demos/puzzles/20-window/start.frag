input float scanned;
output float sums;

void main() {
    sums = fetch(scanned, here());
}

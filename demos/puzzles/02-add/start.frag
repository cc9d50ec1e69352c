input float left;
input float right;
output float sums;

void main() {
    sums = fetch(left, here());
}

input float left;
input float right;
output float sums;

void main() {
    float a = fetch(left, here());
    float b = fetch(right, here());
    sums = a + b + (a > b ? 1.0 : 0.0);
}

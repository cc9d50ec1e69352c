input vec2 left;
input vec2 right;
output vec2 sums;

void main() {
    sums = fetch(left, here()) + fetch(right, here());
}

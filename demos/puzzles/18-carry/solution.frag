input vec2 left;
input vec2 right;
output vec2 sums;

void main() {
    vec2 sum = fetch(left, here()) + fetch(right, here());
    float carry = sum.y >= 1024.0 ? 1.0 : 0.0;
    sums = vec2(sum.x + carry, sum.y - 1024.0 * carry);
}

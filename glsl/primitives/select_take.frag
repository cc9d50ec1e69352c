// select_take: gathers the element at each position.
// After the gather of Horn's filter (GPU Gems 2, ch. 36, section 36.1).
input element values;
input float positions;
output element taken;

void main() {
    taken = fetch(values, index(fetch(positions, here())));
}

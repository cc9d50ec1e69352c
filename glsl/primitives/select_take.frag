// select_take: gathers the element at each position.
input element values;
input float positions;
output element taken;

void main() {
    taken = fetch(values, index(fetch(positions, here())));
}

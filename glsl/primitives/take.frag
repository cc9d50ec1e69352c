// take: fetches the elements at given positions; beyond the stream, the first or the last one.
input element values;
input float positions;
output element taken;

void main() {
    taken = clamped(values, index(fetch(positions, here())));
}

// take: fetches the elements at given positions; beyond the stream, the first or the last one. A gather, Brook for GPUs, section 3.1, whose
// positions are a stream.
input element values;
input float positions;
output element taken;

void main() {
    taken = clamped(values, index(fetch(positions, here())));
}

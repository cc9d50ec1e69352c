// take: fetches the elements at given positions; beyond the stream, the first or the last one. Its input is a gather stream (Brook for
// GPUs, section 3.2), and the positions are a stream.
input element values;
input float positions;
output element taken;

void main() {
    taken = clamped(values, index(fetch(positions, here())));
}

// take: the elements at given positions; beyond the buffer, the first or the last one. A gather, as a stream of addresses
// does it (Brook for GPUs, section 3.2).
input element values;
input float positions;
constant index count;    // number of positions
constant index elements; // number of elements
output element taken;

void main() {
    if (here() < count) {
        taken[here()] = values[clamp(int(positions[here()]), 0, elements - 1)];
    }
}

// put_addresses: the own position of each element, which it searches for among sorted addresses. An iterator stream (Brook for GPUs,
// section 3.2) has such numbers.
output float address;

void main() {
    address = float(here());
}

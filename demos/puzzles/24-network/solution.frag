input float values;
constant index span;
constant index offset;
output float sorted;

bool has_bit(index i, index bit) {
    index blocks = quotient(i, bit);
    return blocks - 2 * quotient(blocks, 2) == 1;
}

void main() {
    index i = here();
    bool second = has_bit(i, offset);
    index partner = second ? i - offset : i + offset;
    float own = fetch(values, i);
    float other = fetch(values, partner);
    bool descending = has_bit(i, span);
    sorted = second == descending ? min(own, other) : max(own, other);
}

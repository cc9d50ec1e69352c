// integer_digit: one digit of 16 bits of each key, in the order found so far, for a sort by one digit after the other (after the radix sort in
// Sengupta et al. 2007, which splits by one bit after the other).
input element keys;
input float order; // bound if `ordered`
parameter bool ordered = false;
constant element pick; // 1 for the digit, 0 for the others
output float digit;

void main() {
    digit = dot(fetch(keys, ordered ? index(fetch(order, here())) : here()), pick);
}

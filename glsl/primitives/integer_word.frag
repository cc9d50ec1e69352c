// integer_word: the high or the low two digits of each key of four, in the order found so far, for a sort by one word after the other (after
// the radix sort in Sengupta et al. 2007, which splits by one bit after the other).
input vec4 keys;
input float order; // bound if `ordered`
parameter bool ordered = false;
parameter bool high = false;
output vec2 word;

void main() {
    vec4 digits = fetch(keys, ordered ? index(fetch(order, here())) : here());
    word = high ? digits.xy : digits.zw;
}

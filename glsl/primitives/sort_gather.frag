// sort_gather: the last pass of a sort of pairs (GPU Gems, ch. 37, section 37.3.1): each element of the result fetches its record from the
// position that moved with its key.
input vec4 keys;
input element values;
output element gathered;

void main() {
    index texel = quotient(here(), 2);
    vec4 pairs = fetch(keys, texel);
    gathered = fetch(values, floatBitsToInt(here() == 2 * texel ? pairs.y : pairs.w) - 0x00800000);
}

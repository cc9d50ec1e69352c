// sort_gather: the last pass of a sort of pairs (GPU Gems, ch. 37, section 37.3.1): each element of the result fetches its record from the
// position that moved with its key.
input vec4 keys;
input element values;
output element gathered;
parameter bool integers = false; // whether keys are integers, whose lowest bit is above the position

void main() {
    index texel = quotient(here(), 2);
    vec4 pairs = fetch(keys, texel);
    int position = floatBitsToInt(here() == 2 * texel ? pairs.y : pairs.w) - 0x00800000;
    gathered = fetch(values, integers ? position & 0xffffff : position);
}

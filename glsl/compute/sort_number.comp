// sort_number: keys with the positions that they came from: the records of GPU Gems ch. 37, section 37.3, with a payload of
// any size left where it is until the end. By its position a key is told from its equals.
input uint keys;
constant index count;
output uvec2 records;

void main() {
    if (here() < count) {
        records[here()] = uvec2(keys[here()], uint(here()));
    }
}

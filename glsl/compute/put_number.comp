// put_number: addresses as integers, with the positions that they came from, to be sorted (the records of GPU Gems ch. 37,
// section 37.3). An address beyond the array becomes the number of its elements, which comes last.
input float positions;
constant index count;    // number of positions
constant index elements; // number of elements of the array
output uvec2 records;

void main() {
    if (here() < count) {
        float position = floor(positions[here()]);
        bool inside = position >= 0.0 && position < float(elements);
        records[here()] = uvec2(inside ? uint(position) : uint(elements), uint(here()));
    }
}

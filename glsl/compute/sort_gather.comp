// sort_gather: the sorted keys, and to each the payload from the position that it came from: the end of a sort of records
// (GPU Gems ch. 37, section 37.3).
input uvec2 records;
input element values;
constant index count;
output uint sorted_keys;
output element sorted_values;

void main() {
    if (here() < count) {
        uvec2 record = records[here()];
        sorted_keys[here()] = record.x;
        sorted_values[here()] = values[int(record.y)];
    }
}

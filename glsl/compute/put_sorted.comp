// put_sorted: the values in the order of their addresses, and a flag for each that is the first of its address: a gather by
// sorted records (GPU Gems ch. 37, section 37.3).
input uvec2 records;
input element values;
constant index count;
output element gathered;
output float heads;

void main() {
    if (here() < count) {
        uvec2 record = records[here()];
        gathered[here()] = values[int(record.y)];
        heads[here()] = here() == 0 || records[max(here() - 1, 0)].x != record.x ? 1.0 : 0.0;
    }
}

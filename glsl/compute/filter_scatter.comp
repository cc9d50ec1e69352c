// filter_scatter: each record that is kept goes to its place, which the scan of the flags (Harris 2007) has counted. The
// fragment pipeline cannot scatter, and searches instead: GPU Gems 2 ch. 36, section 36.1.
input element records;
input uint counted; // records kept up to each, itself included
constant index count;
output element kept;

void main() {
    if (here() < count) {
        uint before = 0u;
        if (here() > 0) {
            before = counted[here() - 1];
        }
        if (counted[here()] > before) {
            kept[int(before)] = records[here()];
        }
    }
}

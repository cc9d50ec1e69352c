// group_scatter: the last key of each group and what its values come to, to their places, which the scan of the flags
// (Harris 2007) has counted.
input uint keys;
input element sums;
input uint counted; // groups up to each key, its own included if it is the last there
constant index count;
output uint distinct;
output element reduced;

void main() {
    if (here() < count) {
        uint before = 0u;
        if (here() > 0) {
            before = counted[here() - 1];
        }
        if (counted[here()] > before) {
            distinct[int(before)] = keys[here()];
            reduced[int(before)] = sums[here()];
        }
    }
}

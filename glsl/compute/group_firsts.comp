// group_firsts: the first key of each run of equals, and its position, to their places, which the scan of the flags (Harris
// 2007) has counted.
input uint keys;
input uint counted; // runs that end up to each key
constant index count;
output uint distinct;
output uint firsts;

void main() {
    if (here() < count) {
        uint before = 0u;
        uint earlier = 0u;
        if (here() > 0) {
            before = counted[here() - 1];
        }
        if (here() > 1) {
            earlier = counted[here() - 2];
        }
        // A run begins where the one before it has ended.
        if (here() == 0 || before > earlier) {
            distinct[int(before)] = keys[here()];
            firsts[int(before)] = uint(here());
        }
    }
}

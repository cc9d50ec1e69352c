// group_lengths: the length of each run of equals, from the positions of the first ones: the end of a run-length encoding, by
// positions that a scan (Harris 2007) has gathered.
input uint firsts;
constant index count;    // number of runs
constant index elements; // number of keys
output float lengths;

void main() {
    if (here() < count) {
        uint end = uint(elements);
        if (here() + 1 < count) {
            end = firsts[here() + 1];
        }
        lengths[here()] = float(end - firsts[here()]);
    }
}

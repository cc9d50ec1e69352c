// merge_origins: where each element of a merged list comes from: its position in the first list, or -1 minus that in the second. A binary
// search (GPU Gems, ch. 37, section 37.3.2) has found how many elements of the first list have places before it.
input float ranks;  // places of the elements of the first list
input float before; // for each place, how many of these are before it
output float origins;

void main() {
    index i = index(fetch(before, here()));
    bool from_a = i < count(ranks) && fetch(ranks, min(i, count(ranks) - 1)) == float(here());
    origins = from_a ? float(i) : -1.0 - float(here() - i);
}

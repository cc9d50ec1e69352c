// sort_groups: the first pass of the merge sort: neighbouring texels, twice as many as there are render targets, are sorted in
// registers by bitonic merges (GPU Gems, ch. 37, section 37.3.1, after Batcher). Two fragments sort the same, and each writes
// a half: that is cheaper than another pass. Past the end stands what sorts last.
#include "outputs"
#include "group"
#include "load"

void main() {
#include "network"
}

// packed_sort_groups: the first pass of the packed bitonic sort: neighbouring texels, as many as there are render targets, are
// sorted in registers by bitonic merges (GPU Gems, ch. 37, section 37.3.1, after Batcher). Needs no integers.
#include "outputs"
#include "group"
#include "load"

void main() {
#include "network"
}

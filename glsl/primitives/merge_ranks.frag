// merge_ranks: the places of the elements of a sorted list in the list that it is merged with another to: after as many elements of the other
// as a binary search has found (GPU Gems, ch. 37, section 37.3.2).
input float found;
output float ranks;

void main() {
    ranks = fetch(found, here()) + float(here());
}

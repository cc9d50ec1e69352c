// group_counts: how many elements each group has, from the positions of the first ones. A step of run-length encoding; not from a paper.
// The positions come from a filter (GPU Gems 2, ch. 36, section 36.1).
input float firsts;
constant index elements;
output float counts;

void main() {
    index next = min(here() + 1, count(firsts) - 1);
    float end = here() + 1 < count(firsts) ? fetch(firsts, next) : float(elements);
    counts = end - fetch(firsts, here());
}

// group_counts: how many elements each group has, from the positions of the first ones, as segments are counted (Sengupta et al.
// 2007).
input float firsts;
constant index elements;
output float counts;

void main() {
    index next = min(here() + 1, count(firsts) - 1);
    float end = here() + 1 < count(firsts) ? fetch(firsts, next) : float(elements);
    counts = end - fetch(firsts, here());
}

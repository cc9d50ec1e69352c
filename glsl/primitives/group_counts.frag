// group_counts: how many elements each group has, from the positions of the first ones, and its key. A step of run-length encoding; not
// from a paper. The positions come from a filter (GPU Gems 2, ch. 36, section 36.1).
parameter index writes_keys = 1; // 1 if this pass writes the keys, else 0
input float firsts;
input float keys;
constant index elements;
output float counts;
output float key[writes_keys];

void main() {
    index next = min(here() + 1, count(firsts) - 1);
    float end = here() + 1 < count(firsts) ? fetch(firsts, next) : float(elements);
    float first = fetch(firsts, here());
    counts = end - first;
    for (index k = 0; k < writes_keys; k++) {
        key[k] = fetch(keys, index(first));
    }
}

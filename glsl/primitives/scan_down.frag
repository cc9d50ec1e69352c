// scan_down: from the scan of the pairs, the scan of their elements: a right one is its pair's, a left one adds itself to the
// pair before. The down-sweep of the work-efficient scan (Harris 2007, section 3.2, figure 4), inclusive here, so that no
// identity is needed. With `shift` 1, the last level comes out exclusive.
input element values;
input element pairs;
constant index shift;
constant element identity;
output element scanned;
parameter element combine(element a, element b);

void main() {
    index i = here() - shift;
    index before = quotient(i + 1, 2) - 1; // the last whole pair at or before i
    bool left = i == 2 * (before + 1);
    element own = fetch(values, max(i, 0));
    element whole = fetch(pairs, max(before, 0));
    scanned = i < 0 ? identity : !left ? whole : before < 0 ? own : combine(whole, own);
}

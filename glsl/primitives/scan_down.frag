// scan_down: computes the scan of elements from the scan of their pairs. The right element of a pair has the pair's scan; a left one is
// combined with the scan of the pair before. The down-sweep of the work-efficient scan (Harris 2007, section 3.2, figure 4), here
// inclusive, so that it needs no identity. With `shift` 1, the last level is exclusive.
input element values;
input element pairs;
constant index shift;
constant element identity;
output element scanned;
parameter element combine(element a, element b);

void main() {
    index i = here() - shift;
    index before = quotient(i + 1, 2) - 1; // the last pair that ends at or before i
    bool left = i == 2 * (before + 1);
    element own = fetch(values, max(i, 0));
    element whole = fetch(pairs, max(before, 0));
    scanned = i < 0 ? identity : !left ? whole : before < 0 ? own : combine(whole, own);
}

// put_combined: a scatter as a gather (after Buck, GPU Gems 2): combines each element of the array with what all values of its address combine
// to, if there are any. These are scanned by address, as in a reduction by key (Sengupta et al. 2007).
input element into;
input float sorted;   // addresses in order
input float ends;     // for each element, how many addresses are not beyond its own
input element sums;   // running sums of the values of each address
output element result;
parameter element combine(element a, element b);

void main() {
    index last = max(index(fetch(ends, here())) - 1, 0);
    bool own = fetch(ends, here()) > 0.0 && fetch(sorted, last) == float(here());
    element old = fetch(into, here());
    result = own ? combine(old, fetch(sums, last)) : old;
}

// put_last: a scatter as a gather (after Buck, GPU Gems 2): each element of the array takes the value of the last of the sorted addresses that
// is its own, if there is one.
input element into;
input float sorted; // addresses in order
input float order;  // which value belongs to each of them
input float ends;   // for each element, how many addresses are not beyond its own
input element values;
output element result;

void main() {
    index last = max(index(fetch(ends, here())) - 1, 0);
    bool own = fetch(ends, here()) > 0.0 && fetch(sorted, last) == float(here());
    index from = index(fetch(order, last));
    result = own ? fetch(values, from) : fetch(into, here());
}

// binary_search: where each query belongs among sorted elements, in one pass: from the middle, each step goes half as far as
// the one before, and a last one corrects. GPU Gems ch. 37, section 37.3.2, Examples 37-4 and 37-5, for any number of
// elements: positions past the end count as larger than any query. The listings find the first element not less.
input float sorted;
input float queries;
constant index middle; // half of the power of two at or above the number of elements
parameter index steps = 9;
parameter bool upper = false; // the first element greater, in the place of the first not less
output float position;

bool at_or_after(index i, float query) {
    float found = fetch(sorted, min(i, count(sorted) - 1));
    return i >= count(sorted) || (upper ? query < found : query <= found);
}

void main() {
    float query = fetch(queries, here());
    index at = middle;
    index leap = middle;
    for (index i = 0; i < steps; i++) {
        leap = quotient(leap, 2);
        at = at_or_after(at, query) ? at - leap : at + leap;
    }
    at = at_or_after(at, query) ? at - 1 : at + 1;
    position = float(at_or_after(at, query) ? at : at + 1);
}

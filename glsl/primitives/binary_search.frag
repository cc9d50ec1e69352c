// binary_search: finds the position of each query among sorted elements, in one pass. It starts in the middle, each step goes half as far
// as the one before, and a last step corrects. GPU Gems ch. 37, section 37.3.2, Examples 37-4 and 37-5 (lower bound), here for any number
// of elements: positions past the end count as larger than any query.
input float sorted;
input float queries;
constant index middle; // half of the smallest power of two that is at least the number of elements
parameter index steps = 9;
parameter bool upper = false; // finds the upper bound instead of the lower bound
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

// search_integers: binary_search for integers, which are digits in vectors: finds the position of each query among sorted elements, in one
// pass. GPU Gems ch. 37, section 37.3.2, Examples 37-4 and 37-5 (lower bound), here for any number of elements.
input element sorted;
input element queries;
constant element weights; // a power of two for each digit, the highest first: of digits that differ, the first decides
constant index middle;    // half of the smallest power of two that is at least the number of elements
parameter index steps = 9;
parameter bool upper = false; // finds the upper bound instead of the lower bound
output float position;

bool at_or_after(index i, element query) {
    float order = dot(sign(query - fetch(sorted, min(i, count(sorted) - 1))), weights);
    return i >= count(sorted) || (upper ? order < 0.0 : order <= 0.0);
}

void main() {
    element query = fetch(queries, here());
    index at = middle;
    index leap = middle;
    for (index i = 0; i < steps; i++) {
        leap = quotient(leap, 2);
        at = at_or_after(at, query) ? at - leap : at + leap;
    }
    at = at_or_after(at, query) ? at - 1 : at + 1;
    position = float(at_or_after(at, query) ? at : at + 1);
}

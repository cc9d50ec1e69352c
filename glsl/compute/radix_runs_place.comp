// radix_runs_place: each invocation moves the records of its run, in their order, to their places: behind those with smaller
// digits, those of earlier runs and those before it in its own. First the running counts of its digits become places (the
// scan of Harris 2007, along the digits). Equal digits keep their order.
input element records;
input uint totals; // records of each digit
constant index count;
constant index each; // records of a run
constant index shift;
constant bool descending;
inout uint counts;
output element sorted;
#include "compute/order.glsl"

void main() {
    int first = here() * each;
    if (first < count) {
        int own = here() * 256;
        uint smaller = 0u;
        for (int digit = 0; digit < 256; digit++) {
            counts[own + digit] += smaller;
            smaller += totals[digit];
        }
        int last = min(first + each, count);
        for (int i = first; i < last; i++) {
            element record = records[i];
            int at = own + int((order_of(key_of(record), descending) >> shift) & 255u);
            uint place = counts[at];
            counts[at] = place + 1u;
            sorted[place] = record;
        }
    }
}

// segment_runs_sums: what each invocation's run comes to from the last start of a segment in it, and whether there is one:
// the pairs of a segmented scan (Sengupta et al. 2007) of the runs.
input element values;
input float heads;
constant index count;
constant index each; // elements of a run
output element sums;
output float begun;
#include "operator"

void main() {
    int first = here() * each;
    int last = min(first + each, count);
    if (first < last) {
        element running = values[first];
        bool any = heads[first] != 0.0;
        for (int i = first + 1; i < last; i++) {
            element own = values[i];
            if (heads[i] != 0.0) {
                running = own;
                any = true;
            } else {
                running = combine(running, own);
            }
        }
        sums[here()] = running;
        begun[here()] = any ? 1.0 : 0.0;
    }
}

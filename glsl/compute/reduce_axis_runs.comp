// reduce_axis_runs: each invocation folds a run of neighbours of a line along an axis, in registers (Mahardito et al., section
// 3.4.7, gives an invocation many elements). Neighbouring invocations have the lines that lie beside each other. Keeps the
// order of the elements.
input element values;
constant index count;  // runs of all lines
constant index extent; // elements of a line
constant index inner;  // lines that lie beside each other
constant index runs; // runs of a line
constant index each;   // elements of a run
output element reduced;
#include "operator"

void main() {
    if (here() < count) {
        int run = here() / inner;
        int outer = run / runs;
        int first = (run - outer * runs) * each;
        int last = min(first + each, extent);
        int at = (outer * extent + first) * inner + here() - run * inner;
        element result = values[at];
        for (int place = first + 1; place < last; place++) {
            at += inner;
            result = combine(result, values[at]);
        }
        reduced[here()] = result;
    }
}

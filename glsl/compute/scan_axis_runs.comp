// scan_axis_runs: each invocation scans a run of a line along an axis, from what the runs before it in the line come to: as the
// scan of blocks of Harris 2007, with an invocation for a block. Neighbouring invocations have the lines that lie beside each
// other.
input element values;
input element increments; // the inclusive scan of what the runs of each line come to; not looked at by the first
constant index count;     // runs of all lines
constant index extent;
constant index inner;
constant index runs;
constant index each;
constant bool exclusive;
constant vec4 identity;
output element scanned;
#include "operator"

void main() {
    if (here() < count) {
        int run = here() / inner;
        int outer = run / runs;
        int first = (run - outer * runs) * each;
        int last = min(first + each, extent);
        int at = (outer * extent + first) * inner + here() - run * inner;
        bool begun = first > 0;
        element before = element(identity);
        if (begun) {
            before = increments[here() - inner];
        }
        for (int place = first; place < last; place++) {
            element next = values[at];
            if (begun) {
                next = combine(before, next);
            }
            scanned[at] = exclusive ? before : next;
            before = next;
            begun = true;
            at += inner;
        }
    }
}

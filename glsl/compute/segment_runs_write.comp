// segment_runs_write: each invocation walks along its run, from what the segment that goes on there comes to before it, and
// starts anew at each flag: the last step of a segmented scan (Sengupta et al. 2007) without shared memory and barriers.
input element values;
input float heads;
input element increments; // the segmented scan of what the runs come to; not looked at by the first
constant index count;
constant index each; // elements of a run
output element scanned;
#include "operator"

void main() {
    int first = here() * each;
    int last = min(first + each, count);
    if (first < last) {
        element running = values[first];
        if (here() > 0 && heads[first] == 0.0) {
            running = combine(increments[here() - 1], running);
        }
        scanned[first] = running;
        for (int i = first + 1; i < last; i++) {
            element own = values[i];
            running = heads[i] != 0.0 ? own : combine(running, own);
            scanned[i] = running;
        }
    }
}

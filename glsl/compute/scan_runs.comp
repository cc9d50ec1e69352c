// scan_runs: each invocation walks along its run, from what all runs before it come to: the last step of a scan without
// shared memory and without barriers. Harris 2007, section `Arrays of Arbitrary Size`, with a run in the place of a block,
// added to as it is scanned. Lanes past the end go where the buffer has room to spare.
input pack values;
input element increments; // the inclusive scan of what the runs come to; not looked at by the first
constant index count;
constant index each; // packs of a run
constant bool exclusive;
constant vec4 identity;
output pack scanned;
#include "operator"

void main() {
    int first = here() * each;
    int last = min(first + each, (count + lanes - 1) / lanes);
    if (first < last) {
        bool begun = here() > 0;
        element running = element(identity);
        if (begun) {
            running = increments[here() - 1];
        }
        for (int i = first; i < last; i++) {
            pack p = values[i];
            pack result = p;
            for (int k = 0; k < lanes; k++) {
                element own = lane(p, k);
                element next = begun ? combine(running, own) : own;
                put(result, k, exclusive ? running : next);
                running = next;
                begun = true;
            }
            scanned[i] = result;
        }
    }
}

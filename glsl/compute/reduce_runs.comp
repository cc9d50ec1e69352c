// reduce_runs: each invocation folds a run of neighbours in registers: no shared memory, no barrier. Mahardito et al.,
// section 3.4.7, gives an invocation many elements; here it keeps them to itself, which suits a device that runs
// invocations one after the other. Keeps the order of the elements.
input pack values;
constant index count;
constant index each; // packs of a run
output element reduced;
#include "operator"

element of_pack(pack p) {
    if (lanes == 1) {
        return lane(p, 0);
    }
    return combine(combine(lane(p, 0), lane(p, 1)), combine(lane(p, 2), lane(p, 3)));
}

void main() {
    int first = here() * each;
    if (first * lanes < count) {
        pack p = values[first];
        element result = lane(p, 0);
        for (int k = 1; k < lanes; k++) {
            if (first * lanes + k < count) {
                result = combine(result, lane(p, k));
            }
        }
        int full = min(first + each, count / lanes);
        for (int i = first + 1; i < full; i++) {
            result = combine(result, of_pack(values[i]));
        }
        // What does not fill a pack, unless that was the first.
        if (full > first && full < first + each) {
            for (int k = 0; k < lanes - 1; k++) {
                if (full * lanes + k < count) {
                    result = combine(result, lane(values[full], k));
                }
            }
        }
        reduced[here()] = result;
    }
}

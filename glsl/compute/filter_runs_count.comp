// filter_runs_count: how many records of each invocation's run are kept; nothing is stored for each record. Their scan
// (Harris 2007) says where the records of a run go.
input pack records;
constant index count;
constant index each; // packs of a run
output uint counts;
#include "predicate"

void main() {
    int first = here() * each;
    if (first * lanes < count) {
        int full = min(first + each, count / lanes);
        uint found = 0u;
        for (int i = first; i < full; i++) {
            pack p = records[i];
            for (int k = 0; k < lanes; k++) {
                found += keep(lane(p, k)) ? 1u : 0u;
            }
        }
        // What does not fill a pack.
        if (full < first + each) {
            for (int k = 0; k < lanes - 1; k++) {
                if (full * lanes + k < count) {
                    found += keep(lane(records[full], k)) ? 1u : 0u;
                }
            }
        }
        counts[here()] = found;
    }
}

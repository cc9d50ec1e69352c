// filter_runs_write: each invocation writes the records of its run that are kept, one after the other, to where the scan of
// the counts (Harris 2007) says. Every record is written to the next place, and overwritten unless it is kept: a branch that
// nobody can foresee costs more than a store.
input pack records;
input uint counted; // records kept up to each run, itself included
constant index count;
constant index each; // packs of a run
output element kept;
#include "predicate"

void main() {
    int first = here() * each;
    int last = min(first + each, (count + lanes - 1) / lanes);
    if (first < last) {
        uint place = 0u;
        if (here() > 0) {
            place = counted[here() - 1];
        }
        // No place of the next run, and no record from past the end.
        uint end = counted[here()];
        for (int i = first; i < last; i++) {
            pack p = records[i];
            for (int k = 0; k < lanes; k++) {
                element record = lane(p, k);
                if (place < end) {
                    kept[place] = record;
                }
                place += keep(record) ? 1u : 0u;
            }
        }
    }
}

// partition_runs_write: each invocation writes the records of its run, one after the other: those that are kept to where the
// scan of the counts (Harris 2007) says, and the others behind all that are kept.
input pack records;
input uint counted; // records kept up to each run, itself included
constant index count;
constant index each; // packs of a run
constant index runs;
output element partitioned;
#include "predicate"
#include "moved"

void main() {
    int first = here() * each;
    int last = min(first + each, (count + lanes - 1) / lanes);
    if (first < last) {
        int place = here() > 0 ? int(counted[here() - 1]) : 0;
        int other = int(counted[runs - 1]) + first * lanes - place;
        for (int i = first; i < last; i++) {
            pack p = records[i];
            for (int k = 0; k < lanes; k++) {
                if (i * lanes + k < count) {
                    element record = lane(p, k);
                    bool kept = keep(record);
                    partitioned[kept ? place : other] = moved(record, i * lanes + k);
                    place += kept ? 1 : 0;
                    other += kept ? 0 : 1;
                }
            }
        }
    }
}

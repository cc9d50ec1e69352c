// partition_scatter: each record goes to its place, which the scan of the flags (Harris 2007) has counted: those that are kept
// first, and the others behind them. The fragment pipeline cannot scatter, and searches instead: GPU Gems 2 ch. 36, section
// 36.1.
input element records;
input uint counted; // records kept up to each, itself included
constant index count;
output element partitioned;
#include "moved"

void main() {
    if (here() < count) {
        int before = here() > 0 ? int(counted[here() - 1]) : 0;
        bool kept = int(counted[here()]) > before;
        int place = kept ? before : int(counted[count - 1]) + here() - before;
        partitioned[place] = moved(records[here()], here());
    }
}

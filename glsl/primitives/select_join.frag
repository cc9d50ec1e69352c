// select_join: the kept records, and behind them the others: the last pass of a partition. After the gather of Horn's filter (GPU Gems 2,
// ch. 36, section 36.1) and CUB's DevicePartition::Flagged.
#include "shared/number_of.glsl"
input element kept;
input element rest;
constant index split; // number of kept records; if it is counted, that of all records
output element partitioned;

void main() {
    index place = here();
    index first_other = number_of(split);
    bool first = place < first_other;
    element before = fetch(kept, max(min(place, first_other - 1), 0));
    element behind = fetch(rest, max(place - first_other, 0));
    partitioned = first ? before : behind;
}

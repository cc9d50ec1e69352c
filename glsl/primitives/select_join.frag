// select_join: the kept records, and behind them the others: the last pass of a partition. After the gather of Horn's filter (GPU Gems 2,
// ch. 36, section 36.1) and CUB's DevicePartition::Flagged.
input element kept;
input element rest;
constant index split; // number of kept records
output element partitioned;

void main() {
    index place = here();
    bool first = place < split;
    element before = fetch(kept, max(min(place, split - 1), 0));
    element behind = fetch(rest, max(place - split, 0));
    partitioned = first ? before : behind;
}

// select_partition: gathers the kept elements, and behind them the others. select_positions says how the positions are written.
// After the gather of Horn's filter (GPU Gems 2, ch. 36, section 36.1).
input element values;
input float kept;
input float others;
constant index split; // number of kept elements
output element partitioned;

void main() {
    index place = here();
    float first = fetch(kept, min(place, count(kept) - 1));
    float second = -1.0 - fetch(others, min(max(place - split, 0), count(others) - 1));
    partitioned = fetch(values, index(place < split ? first : second));
}

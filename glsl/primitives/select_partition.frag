// select_partition: gathers the kept elements, and behind them the others, from their positions. With `mirrored`, select_positions has
// written the positions of the others, each as -1 - i. After the gather of Horn's filter (GPU Gems 2, ch. 36, section 36.1).
parameter bool mirrored = true;
parameter bool positions = false; // whether to write positions instead of elements
input element values;
input float kept;
input float others;
constant index split; // number of kept elements
output element partitioned;

void main() {
    index place = here();
    float first = fetch(kept, min(place, count(kept) - 1));
    float second = fetch(others, min(max(place - split, 0), count(others) - 1));
    second = mirrored ? -1.0 - second : second;
    float position = place < split ? first : second;
    if (positions) {
        partitioned = element(position);
    } else {
        partitioned = fetch(values, index(position));
    }
}

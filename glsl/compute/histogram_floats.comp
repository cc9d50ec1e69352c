// histogram_floats: counts as floats, which hold them exactly up to 2^24.
// The scatter of GPU Gems, ch. 37, section 37.1.2 counts in integers.
input uint counts;
constant index count;
output float converted;

void main() {
    if (here() < count) {
        converted[here()] = float(counts[here()]);
    }
}

// histogram_floats: counts as floats, which hold them exactly up to 2^24.
// The counts come from a scatter, which fragments do not have (GPU Gems 2, ch. 36, section 36.1).
input uint counts;
constant index count;
output float converted;

void main() {
    if (here() < count) {
        converted[here()] = float(counts[here()]);
    }
}

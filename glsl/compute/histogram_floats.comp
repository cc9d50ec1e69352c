// histogram_floats: counts as floats, which hold them exactly up to 2^24.
input uint counts;
constant index count;
output float converted;

void main() {
    if (here() < count) {
        converted[here()] = float(counts[here()]);
    }
}

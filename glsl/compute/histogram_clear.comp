// histogram_clear: sets counters to 0.
// Compute shaders count by a scatter, which a fragment does not have (GPU Gems, ch. 37, section 37.1.2).
constant index count;
output element cleared;

void main() {
    if (here() < count) {
        cleared[here()] = element(0);
    }
}

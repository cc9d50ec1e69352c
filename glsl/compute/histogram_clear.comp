// histogram_clear: sets counters to 0.
// Counting is a scatter, which fragments do not have (GPU Gems 2, ch. 36, section 36.1).
constant index count;
output element cleared;

void main() {
    if (here() < count) {
        cleared[here()] = element(0);
    }
}

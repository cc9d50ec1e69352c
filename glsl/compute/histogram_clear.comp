// histogram_clear: sets counters to 0.
constant index count;
output element cleared;

void main() {
    if (here() < count) {
        cleared[here()] = element(0);
    }
}

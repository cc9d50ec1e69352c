// put_mark: each value marks the element that it goes to with its number; of several the largest stays. A scatter, which
// fragments do not have (GPU Gems 2, ch. 36, section 36.1).
input float positions;
constant index count;    // number of positions
constant index elements; // number of elements of the array
inout uint last;         // the number of the last value of each element, from 1; 0 at first

void main() {
    if (here() < count) {
        float position = floor(positions[here()]);
        if (position >= 0.0 && position < float(elements)) {
            atomicMax(last[int(position)], uint(here()) + 1u);
        }
    }
}

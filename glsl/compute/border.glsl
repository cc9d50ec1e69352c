// border: which elements stand for those past the edges of a picture.
// The kernel has a constant `border`: 0 for the picture reflected, 1 for its edge, 2 for zeros, 3 for the picture again.

// Returns the place, along an axis of `extent` elements, of the element that stands for place i; -1 for a zero.
int bounded(int i, int extent) {
    if (i >= 0 && i < extent) {
        return i;
    }
    if (border == 1 || border == 2) {
        return border == 2 ? -1 : clamp(i, 0, extent - 1);
    }
    int period = border == 3 ? extent : 2 * extent;
    int k = i - i / period * period;
    k += k < 0 ? period : 0;
    return k < extent ? k : period - 1 - k;
}

// border: which elements stand for those past the edges of a picture.
parameter index border = 0;  // 0: the picture reflected, 1: its edge, 2: zeros, 3: the picture again
parameter bool far = false;  // whether places may be further away than the extent

// Returns the place, along an axis of `extent` elements, of the element that stands for place i. `offset` is a multiple of the period that
// no place is further below 0 than.
index bounded(index i, index extent, index offset) {
    if (border == 1 || border == 2) {
        return clamp(i, 0, extent - 1);
    }
    index period = border == 3 ? extent : 2 * extent;
    index k = i;
    if (far) {
        k += offset;
        k -= period * quotient(k, period);
    } else {
        k += k < 0 ? period : 0;
        k -= k >= period ? period : 0;
    }
    return k < extent ? k : period - 1 - k;
}

// Returns whether a zero stands for place i.
bool is_zero(index i, index extent) { return border == 2 && (i < 0 || i >= extent); }

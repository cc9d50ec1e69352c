// merge_path: how many of the first `taken` elements of the merged list come from `a`. Of equal elements, those of `a` come
// first.
int of_a(int taken) {
    int low = max(0, taken - in_b);
    int high = min(taken, in_a);
    for (int k = 0; k < 32; k++) {
        if (low < high) {
            int middle = (low + high) / 2;
            bool right = order_of(a[middle], false) <= order_of(b[taken - 1 - middle], false);
            low = right ? middle + 1 : low;
            high = right ? high : middle;
        }
    }
    return low;
}

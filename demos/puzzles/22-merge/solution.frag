input float left;
input float right;
output float merged;

void main() {
    index taken = here();
    index low = max(taken - count(right), 0);
    index high = min(taken, count(left));
    for (index k = 0; k < 17; k++) {
        if (low < high) {
            index middle = quotient(low + high, 2);
            if (fetch(left, middle) <= fetch(right, taken - 1 - middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
    }
    index other = taken - low;
    bool from_left = low < count(left);
    float one = fetch(left, min(low, count(left) - 1));
    if (other < count(right)) {
        float two = fetch(right, other);
        if (!from_left || two < one) {
            one = two;
        }
    }
    merged = one;
}

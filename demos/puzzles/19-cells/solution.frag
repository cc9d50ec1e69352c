input float cells;
output float numbers;

index begin(float cell) {
    index low = 0;
    index high = count(cells);
    for (index k = 0; k < 17; k++) {
        if (low < high) {
            index middle = quotient(low + high, 2);
            if (fetch(cells, middle) < cell) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
    }
    return low;
}

void main() {
    float own = float(here());
    numbers = float(begin(own + 1.0) - begin(own));
}

input float sorted;
input float queries;
output float found;

void main() {
    float query = fetch(queries, here());
    index low = 0;
    index high = count(sorted);
    for (index k = 0; k < 17; k++) {
        if (low >= high) {
            break;
        }
        index middle = quotient(low + high, 2);
        if (fetch(sorted, middle) < query) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    found = float(low);
}

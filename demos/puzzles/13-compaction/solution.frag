input float records;
input float ranks;
output float kept;

void main() {
    float wanted = float(here() + 1);
    index low = 0;
    index high = count(ranks);
    for (index k = 0; k < 17; k++) {
        if (low < high) {
            index middle = quotient(low + high, 2);
            if (fetch(ranks, middle) < wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
    }
    float found = 1e30 * 1e30;
    if (low < count(ranks)) {
        found = fetch(records, low);
    }
    kept = found;
}

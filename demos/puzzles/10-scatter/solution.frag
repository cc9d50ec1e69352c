input float values;
input float positions;
output float placed;

void main() {
    index from = 0;
    for (index k = 0; k < count(positions); k++) {
        if (index(fetch(positions, k)) == here()) {
            from = k;
        }
    }
    placed = fetch(values, from);
}

input float values;
input float positions;
output float placed;

void main() {
    float found = 0.0;
    for (index k = 0; k < count(positions); k++) {
        if (index(fetch(positions, k)) == here()) {
            found = fetch(values, k);
        }
    }
    placed = found;
}

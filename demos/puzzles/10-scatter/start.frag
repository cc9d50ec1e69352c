input float values;
input float positions;
output float placed;

void main() {
    placed = fetch(values, index(fetch(positions, here())));
}

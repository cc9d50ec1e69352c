input float values;
input float positions;
output float placed;

void main() {
    index from = index(fetch(positions, here()));
    placed = fetch(values, from);
}

input float values;
input float positions;
output float taken;

void main() {
    index i = index(fetch(positions, here()));
    taken = fetch(values, i);
}

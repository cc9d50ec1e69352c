input float values;
input float positions;
output float taken;

void main() {
    taken = fetch(positions, here());
}

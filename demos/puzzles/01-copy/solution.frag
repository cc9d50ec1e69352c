input float values;
output float copied;

void main() {
    copied = fetch(values, here());
}

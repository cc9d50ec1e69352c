input float values;
output float copied;

void main() {
    copied = 0.0;
}

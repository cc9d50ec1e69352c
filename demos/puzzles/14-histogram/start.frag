input float values;
output float counts;

void main() {
    counts = float(count(values));
}

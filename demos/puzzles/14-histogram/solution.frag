input float values;
output float counts;

void main() {
    float own = float(here());
    float sum = 0.0;
    for (index k = 0; k < count(values); k++) {
        sum += fetch(values, k) == own ? 1.0 : 0.0;
    }
    counts = sum;
}

// histogram_differences: turns positions among sorted keys into counts: a bin has the elements from the position of its lower edge up to
// that of its upper edge. With weights, it takes the running sums at these positions. After GPU Gems, ch. 37, section 37.3.2 (search).
parameter bool weighted = false;
input float positions; // of the lower edge of each bin
input float end;       // the position after the last bin
input float sums;      // running sums of the weights
output float counts;

float before(float position) {
    if (weighted) {
        return position > 0.0 ? fetch(sums, index(max(position - 1.0, 0.0))) : 0.0;
    }
    return position;
}

void main() {
    index next = min(here() + 1, count(positions) - 1);
    float upper = here() + 1 < count(positions) ? fetch(positions, next) : fetch(end, 0);
    counts = before(upper) - before(fetch(positions, here()));
}

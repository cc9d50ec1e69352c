// scan_step: combines each element with the one at distance `stride` before it. After strides of 1, 2, 4, .. each element holds its
// prefix. GPU Gems 2 ch. 36, figure 36-1 and the kernel Scan, here with any operator. The listing tests `here > twotoi`, which misses the
// element at exactly that position: `>=` is meant. With `shift` 1 the scan is exclusive: inputs are shifted by one position.
input element values;
constant index stride;
constant index shift;
constant element identity;
output element scanned;
parameter element combine(element a, element b);

element at(index i) {
    return i < shift ? identity : fetch(values, i - shift);
}

void main() {
    index i = here();
    element own = at(i);
    scanned = i >= stride ? combine(at(i - stride), own) : own;
}

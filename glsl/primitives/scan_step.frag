// scan_step: each element takes in the one `stride` before it; after strides of 1, 2, 4, .. each holds all before it. GPU Gems 2
// ch. 36, figure 36-1 and the kernel Scan, with the operator left open. The listing tests `here > twotoi`, which misses
// the element at exactly that place: `>=` is meant. With `shift` 1 the scan is exclusive: elements are read one later.
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

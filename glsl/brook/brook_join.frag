// brook_join: two streams as one, the second behind the first. A pass that may read fewer streams than a kernel has reads
// those of one type so: virtualisation as in Brook, section 4.2, of inputs.
input element first;
input element second;
output element joined;

void main() {
    if (here() < count(first)) {
        joined = fetch(first, here());
    } else {
        joined = fetch(second, here() - count(first));
    }
}

// put_marked: each element of the array, or the value that has marked it: the end of a scatter, which fragments do not have
// (GPU Gems 2, ch. 36, section 36.1).
input element into;
input element values;
input uint last; // the number of the value of each element, from 1, or 0
constant index elements;
output element result;

void main() {
    if (here() < elements) {
        int from = int(last[here()]) - 1;
        if (from >= 0) {
            result[here()] = values[from];
        } else {
            result[here()] = into[here()];
        }
    }
}

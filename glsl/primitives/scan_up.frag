// scan_up: combines pairs of neighbours. A last element without a partner stays as it is. The up-sweep of the work-efficient scan (Harris
// 2007, section 3.2, figure 3), here with a texture for each level. Harris works in place, in shared memory.
input element values;
output element sums;
parameter element combine(element a, element b);

void main() {
    index i = 2 * here();
    element left = fetch(values, i);
    sums = i + 1 < count(values) ? combine(left, fetch(values, min(i + 1, count(values) - 1))) : left;
}

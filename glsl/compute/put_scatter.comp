// put_scatter: the last record of each address combines the element there with what all values of the address come to. A
// scatter without conflicts, which fragments do not have (GPU Gems 2, ch. 36, section 36.1).
input uvec2 records;
input element sums;
constant index count;
constant index elements;
inout element result;
#include "operator"

void main() {
    if (here() < count) {
        uint address = records[here()].x;
        bool last = here() == count - 1 || records[min(here() + 1, count - 1)].x != address;
        if (last && address < uint(elements)) {
            result[int(address)] = combine(result[int(address)], sums[here()]);
        }
    }
}

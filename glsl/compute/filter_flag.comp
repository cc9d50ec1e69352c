// filter_flag: 1 for a record that is kept, 0 for another. Their scan (Harris 2007) says where each goes. GPU Gems 2 ch.
// 36, section 36.1, counts the others, for want of a scatter.
input element records;
constant index count;
output uint flags;
#include "predicate"

void main() {
    if (here() < count) {
        flags[here()] = keep(records[here()]) ? 1u : 0u;
    }
}

// group_ends: flags for each sorted key that is the first of its equals, and for each that is the last: the flags of a
// segmented scan, and of the keys that a reduction by key keeps (Sengupta et al. 2007).
input uint keys;
constant index count;
output float heads;
output uint ends;
#include "compute/order.glsl"

void main() {
    if (here() < count) {
        uint own = order_of(keys[here()], false);
        uint before = order_of(keys[max(here() - 1, 0)], false);
        uint next = order_of(keys[min(here() + 1, count - 1)], false);
        heads[here()] = here() == 0 || before != own ? 1.0 : 0.0;
        ends[here()] = here() == count - 1 || next != own ? 1u : 0u;
    }
}

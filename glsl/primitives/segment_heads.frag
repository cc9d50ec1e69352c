// segment_heads: 1 for each key that differs from the key before it, and for the first; 0 for the others: the flags of a segmented scan
// (Sengupta et al. 2007).
input element keys;
output float heads;
#include "shared/differs.glsl"

void main() {
    index before = max(here() - 1, 0);
    heads = here() == 0 || differs(fetch(keys, here()), fetch(keys, before)) ? 1.0 : 0.0;
}

// scan_walk_packed: the last level of the down-sweep, block by block: a fragment begins with what all blocks before its own come
// to, and walks through its own, which is as many texels as there are render targets. Each texel is fetched once. The
// work-efficient scan (Harris 2007, section 3.2), by blocks, inclusive, so that no identity is needed; exclusive if asked.
#include "operator"
#include "outputs"
input vec4 values;
input vec4 sums;
constant bool exclusive;
constant float identity;

// A texel of the result; `before` is all that comes before it, if there is `some`.
vec4 scanned(index texel, inout float before, inout bool some) {
    vec4 own = fetch(values, texel);
    float right = combine(own.z, own.w);
    own.y = combine(own.x, own.y);
    own.z = combine(own.y, own.z);
    own.w = combine(own.y, right);
    vec4 sum = some
        ? vec4(combine(before, own.x), combine(before, own.y), combine(before, own.z), combine(before, own.w)) : own;
    vec4 written = exclusive ? vec4(some ? before : identity, sum.xyz) : sum;
    before = sum.w;
    some = true;
    return written;
}

void main() {
    index first = layers * here();
    bool some = here() > 0;
    index above = max(here() - 1, 0);
    index texel = quotient(above, 4);
    index lane = above - 4 * texel;
    vec4 four = fetch(sums, texel);
    float before = lane < 2 ? (lane == 0 ? four.x : four.y) : (lane == 2 ? four.z : four.w);
#include "steps"
}

// argsort_ranks: the rank of each key, four keys a fragment: how many keys come before it in the order of a sort. It compares every key with
// all others, as a sort by comparison counting does (Knuth, The Art of Computer Programming, vol. 3, section 5.2).
#include "shared/key_order.glsl"
input vec4 values;
constant index elements;
constant index texels;
output vec4 ranks;

// An order that comes before none.
const int LAST = 0x7fffffff;

ivec4 orders_of(index texel) {
    vec4 keys = fetch(values, texel);
    ivec4 orders = ivec4(order_of(keys.x), order_of(keys.y), order_of(keys.z), order_of(keys.w)) ^ (descending ? -1 : 0);
    index present = elements - 4 * texel;
    orders.y = present > 1 ? orders.y : LAST;
    orders.z = present > 2 ? orders.z : LAST;
    orders.w = present > 3 ? orders.w : LAST;
    return orders;
}

int below(ivec4 orders, int own) {
    return (orders.x < own ? 1 : 0) + (orders.y < own ? 1 : 0) + (orders.z < own ? 1 : 0) + (orders.w < own ? 1 : 0);
}

int up_to(ivec4 orders, int own) {
    return (orders.x <= own ? 1 : 0) + (orders.y <= own ? 1 : 0) + (orders.z <= own ? 1 : 0) + (orders.w <= own ? 1 : 0);
}

void main() {
    index place = here();
    ivec4 own = orders_of(place);
    // Of equal keys the first one comes first.
    ivec4 before = ivec4(below(own, own.x), below(own, own.y), below(own, own.z), below(own, own.w));
    before.y += own.x == own.y ? 1 : 0;
    before.z += (own.x == own.z ? 1 : 0) + (own.y == own.z ? 1 : 0);
    before.w += (own.x == own.w ? 1 : 0) + (own.y == own.w ? 1 : 0) + (own.z == own.w ? 1 : 0);
    for (index k = 0; k < place; k++) {
        ivec4 other = orders_of(k);
        before += ivec4(up_to(other, own.x), up_to(other, own.y), up_to(other, own.z), up_to(other, own.w));
    }
    for (index k = place + 1; k < texels; k++) {
        ivec4 other = orders_of(k);
        before += ivec4(below(other, own.x), below(other, own.y), below(other, own.z), below(other, own.w));
    }
    ranks = vec4(before);
}

// database_keys: the keys of the numbers of a table's columns, where all NaNs are one number, beyond infinity.
#include "shared/key_order.glsl"

int key_of(float number) {
    return (floatBitsToInt(number) & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : order_of(number);
}

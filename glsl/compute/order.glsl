// order: the bits of a float as an unsigned number whose order is the float's, whatever a device does to denormals:
// negative ones are turned over, the others set above them. -0 and 0 are one number; NaN is the largest, ascending and
// descending.
uint order_of(uint bits, bool descending) {
    uint size = bits & 0x7fffffffu;
    if (size > 0x7f800000u) {
        return 0xffffffffu;
    }
    uint order = (bits >> 31) != 0u ? ~bits : bits | 0x80000000u;
    order = size == 0u ? 0x80000000u : order;
    return descending ? ~order : order;
}

// A record is a key, or a key and the position that it came from.
uint key_of(uint record) { return record; }
uint key_of(uvec2 record) { return record.x; }

bool precedes(uint a, uint b, bool descending) {
    return order_of(a, descending) < order_of(b, descending);
}

bool precedes(uvec2 a, uvec2 b, bool descending) {
    uint first = order_of(a.x, descending);
    uint second = order_of(b.x, descending);
    return first < second || (first == second && a.y < b.y);
}

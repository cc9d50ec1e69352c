// philox: Philox4x32-10 (Salmon, Moraes, Dror and Shaw, 2011): four random words for a counter and a key. The language multiplies words of
// 32 bits to words of 32 bits, so the upper halves of products are put together from products of 16 bits.
uint upper_half(uint a_high, uint a_low, uint b) {
    uint b_high = b >> 16u;
    uint b_low = b & 0xffffu;
    uint middle = a_high * b_low + (a_low * b_low >> 16u);
    uint other = a_low * b_high + (middle & 0xffffu);
    return a_high * b_high + (middle >> 16u) + (other >> 16u);
}

uvec4 philox(uvec4 counter, uvec2 key) {
    uvec4 c = counter;
    uvec2 k = key;
    for (int turn = 0; turn < 10; turn++) {
        c = uvec4(upper_half(0xcd9eu, 0x8d57u, c.z) ^ c.y ^ k.x, 0xcd9e8d57u * c.z,
                  upper_half(0xd251u, 0x1f53u, c.x) ^ c.w ^ k.y, 0xd2511f53u * c.x);
        k += uvec2(0x9e3779b9u, 0xbb67ae85u);
    }
    return c;
}

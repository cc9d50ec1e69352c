// packed_texel_at: fetches a texel from L interleaved streams: texel t is texel t div L of stream t mod L.
parameter index streams = 2;
input vec4 keys[streams];

vec4 texel_at(index texel) {
    index group = quotient(texel, streams);
    index lane = texel - streams * group;
    vec4 found = fetch(keys[0], group);
    for (index k = 1; k < streams; k++) {
        found = lane == k ? fetch(keys[k], group) : found;
    }
    return found;
}

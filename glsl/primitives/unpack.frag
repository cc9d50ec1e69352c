// unpack: from texels of four elements to an element a texel, where the texels lie in layers. How a stream lies (Brook,
// section 4.1) is the access functions' business elsewhere; layers are for what merges and filters leave.
input vec4 values;
output float unpacked;

void main() {
    index texel = quotient(here(), 4);
    index lane = here() - 4 * texel;
    vec4 four = fetch(values, texel);
    unpacked = lane < 2 ? (lane == 0 ? four.x : four.y) : (lane == 2 ? four.z : four.w);
}

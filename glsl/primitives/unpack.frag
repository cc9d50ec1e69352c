// unpack: converts texels of four elements, which lie in layers, to one element per texel. Other layouts (Brook, section 4.1) are handled
// by the access functions; only merges and filters leave layers.
input vec4 values;
output float unpacked;

void main() {
    index texel = quotient(here(), 4);
    index lane = here() - 4 * texel;
    vec4 four = fetch(values, texel);
    unpacked = lane < 2 ? (lane == 0 ? four.x : four.y) : (lane == 2 ? four.z : four.w);
}

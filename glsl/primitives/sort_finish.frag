// sort_finish: the last pass of the merge sort (GPU Gems, ch. 37, section 37.3): from the layers, where neighbours lie in
// different ones, to a plain stream.
input vec4 keys;
output float sorted_keys;

void main() {
    index texel = quotient(here(), 4);
    index lane = here() - 4 * texel;
    vec4 group = fetch(keys, texel);
    sorted_keys = lane < 2 ? (lane == 0 ? group.x : group.y) : (lane == 2 ? group.z : group.w);
}

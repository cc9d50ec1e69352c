// sort_finish_packed: the last pass of the merge sort (GPU Gems, ch. 37, section 37.3): from the layers, where neighbours lie
// in different ones, to a packed stream.
input vec4 keys;
output vec4 sorted_keys;

void main() {
    sorted_keys = fetch(keys, here());
}

// put_keys: the addresses of a scatter that a sort puts in order: whole numbers, and for every address beyond the array the number of its
// elements, which comes after all others. After Buck (GPU Gems 2), who sorts by address.
input float positions;
constant float elements; // number of elements of the array
output float keys;

void main() {
    float position = floor(fetch(positions, here()));
    keys = position >= 0.0 && position < elements ? position : elements;
}

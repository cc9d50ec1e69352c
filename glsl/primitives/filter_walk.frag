// filter_walk: the search and gather of Horn's filter (GPU Gems 2, ch. 36, section 36.1). A fragment writes one record into each render
// target. It descends the pyramid of counts to its first record, and walks from there, element by element. After a long walk without
// enough records, it descends again.
parameter index layers = 2; // render targets
parameter index reach = 8;  // maximum number of elements of a walk before the next descent
parameter bool keep(element x);
output element texel[layers];
#include "shared/leaf_of.glsl"
#include "shared/number_of.glsl"
input element values;
constant index records; // number of records in the result; if it is counted, that of the input

// Returns the number of records in the result.
index wanted_records() {
    index kept = number_of(records);
    return counted && others ? records - kept : kept;
}

void put(index at, element record) {
    for (index k = 0; k < layers; k++) {
        texel[k] = at == k ? record : texel[k];
    }
}

void main() {
    for (index k = 0; k < layers; k++) {
        texel[k] = element(0.0);
    }
    index first = layers * here();
    index wanted = min(layers, wanted_records() - first);
    index found = 0;
    for (index go = 0; go < layers; go++) {
        if (found >= wanted) {
            break;
        }
        float rest; // number of records of the leaf to skip
        index start = 16 * leaf_of(first + found, rest);
        for (index k = 0; k < reach; k++) {
            if (found >= wanted) {
                break;
            }
            element x = fetch(values, start + k);
            bool here_it_is = keep(x) != others;
            if (here_it_is && rest < 1.0) {
                put(found, x);
                found++;
            }
            rest -= here_it_is && rest >= 1.0 ? 1.0 : 0.0;
        }
    }
}

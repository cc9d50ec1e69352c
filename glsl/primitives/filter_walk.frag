// filter_walk: the search and gather of Horn's filter (GPU Gems 2, ch. 36, section 36.1) for as many neighbouring records as
// there are render targets: down the pyramid of counts to where the first of them is, then on from there, element by element;
// after a long stretch without a record, down the pyramid again.
#include "outputs"
#include "predicate"
#include "descent" // with how far it is walked
input element values;
constant index records; // in the result

void main() {
    clear();
    index first = layers * here();
    index wanted = min(layers, records - first);
    index found = 0;
    for (index go = 0; go < layers; go++) {
        if (found >= wanted) {
            break;
        }
        float rest; // records of the leaf before it
        index start = 16 * leaf_of(first + found, rest);
        for (index k = 0; k < reach; k++) {
            if (found >= wanted) {
                break;
            }
            element x = fetch(values, start + k);
            bool here_it_is = keep(x);
            if (here_it_is && rest < 1.0) {
                put(found, x);
                found++;
            }
            rest -= here_it_is && rest >= 1.0 ? 1.0 : 0.0;
        }
    }
}

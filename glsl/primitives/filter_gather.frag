// filter_gather: each place searches for the record that moves there, and gathers it. GPU Gems 2 ch. 36, Listing 36-2, the
// search with a loop. A record moves left by the null records before it; the distance sought is the first that is no
// smaller than the count there. (The listing halves a fraction of the count, and can end beside the record.)
input element values;
input float nulls;    // null records up to each place, its own included
constant index reach; // a power of two, half of the farthest that a record may move
#include "count" // how many steps
output element kept;

void main() {
    index place = here();
    index moved = 0;
    index leap = reach;
    for (index i = 0; i < steps; i++) {
        index probe = moved + leap - 1;
        index there = min(place + probe, count(nulls) - 1);
        moved = fetch(nulls, there) > float(probe) ? moved + leap : moved;
        leap = quotient(leap, 2);
    }
    kept = fetch(values, place + moved);
}

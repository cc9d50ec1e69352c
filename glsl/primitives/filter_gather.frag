// filter_gather: each position searches for the record that moves there, and gathers it. GPU Gems 2 ch. 36, Listing 36-2, the search with
// a loop. A record moves left by the number of null records before it. The search finds the smallest distance that is at least the count
// of null records there. (The listing halves a fraction of the count, and can end next to the record.)
input element values;
input float nulls;    // number of null records up to and including each position
constant index reach; // a power of two: half of the maximum distance that a record moves
parameter index known_steps = -1; // number of steps, if it must be known when the kernel is compiled
constant index steps;             // number of steps otherwise
output element kept;

void main() {
    index place = here();
    index moved = 0;
    index leap = reach;
    for (index i = 0; i < (known_steps >= 0 ? known_steps : steps); i++) {
        index probe = moved + leap - 1;
        index there = min(place + probe, count(nulls) - 1);
        moved = fetch(nulls, there) > float(probe) ? moved + leap : moved;
        leap = quotient(leap, 2);
    }
    kept = fetch(values, place + moved);
}

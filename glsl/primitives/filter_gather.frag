// filter_gather: each place searches for the record that moves there, and gathers it. GPU Gems 2 ch. 36, Listing 36-2, the
// search with a loop. A record moves left by the null records before it; the distance sought is the first that is no
// smaller than the count there. (The listing halves a fraction of the count, and can end beside the record.)
input element values;
input float nulls;    // null records up to each place, its own included
constant index reach; // a power of two, half of the farthest that a record may move
parameter index known_steps = -1; // how many steps, if that has to be known before the kernel runs
constant index steps;             // else
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

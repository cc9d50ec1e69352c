// brook_pusher: which element pushed the value at this place: the first whose running count of pushes is beyond it. The
// search is that of binary_search, over counts, as in GPU Gems 2 ch. 36, section 36.1.
input float sums;      // pushes up to each element, its own included
constant index steps;  // enough halvings for all elements
output float pusher;

void main() {
    index low = 0;
    index high = count(sums) - 1;
    for (index i = 0; i < steps; i++) {
        index middle = quotient(low + high, 2);
        bool beyond = fetch(sums, middle) > float(here());
        high = beyond ? middle : high;
        low = beyond ? low : min(middle + 1, high);
    }
    pusher = float(low);
}

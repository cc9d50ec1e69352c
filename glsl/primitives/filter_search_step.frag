// filter_search_step: one step of the search of filter_gather, for hardware without loops. GPU Gems 2 ch. 36, Listing 36-1, kernel
// GatherSearch. The first pass begins with a distance of 0, and does not read `distance_before`.
input float nulls;
input float distance_before;
constant index reach;
constant bool begin;
output float distance_now;

void main() {
    float moved = begin ? 0.0 : fetch(distance_before, here());
    index probe = index(moved) + reach - 1;
    index there = min(here() + probe, count(nulls) - 1);
    distance_now = fetch(nulls, there) > float(probe) ? moved + float(reach) : moved;
}

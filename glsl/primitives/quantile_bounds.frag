// quantile_bounds: the ends of the brackets between which quantiles are expected (after Floyd and Rivest 1975): elements of the sorted
// sample at given places, or an infinity if the place is before its first element (-1) or past its last one (-2).
input float sorted;
input float places;
constant float lowest;
constant float highest;
output float bounds;

void main() {
    float place = fetch(places, here());
    float found = fetch(sorted, index(max(place, 0.0)));
    bounds = place >= 0.0 ? found : (place > -1.5 ? lowest : highest);
}

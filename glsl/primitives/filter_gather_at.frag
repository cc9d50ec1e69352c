// filter_gather_at: each position gathers the record that the search has found, at this distance to its right. GPU Gems 2 ch. 36, Listing
// 36-1, kernel RelGather.
input element values;
input float distances;
output element kept;

void main() {
    kept = fetch(values, here() + index(fetch(distances, here())));
}

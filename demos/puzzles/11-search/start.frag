input float sorted;
input float queries;
output float found;

void main() {
    float query = fetch(queries, here());
    index low = 0;
    index high = count(sorted);
    found = float(low);
}

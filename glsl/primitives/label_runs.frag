// label_runs: the first labels of connected components: for an element that is not 0 the start of its run in its row, or the label of the
// start of its run in its column; -1 for others. Shiloach and Vishkin 1982 begin with the elements themselves.
parameter bool down = false; // in its column
input float mask;
input float starts; // scanned
input float labels; // of the runs of rows
output float first;

void main() {
    float start = fetch(starts, here());
    bool own = fetch(mask, here()) != 0.0;
    if (down && own) {
        start = fetch(labels, index(max(start, 0.0)));
    }
    first = own ? start : -1.0;
}

// label_starts: marks where the runs of elements that are not 0 start in each row, or in each column, by the index of the start; other
// elements get -1. A scan by the maximum then gives each element the start of its run. They are the first labels of connected
// components (after Shiloach and Vishkin 1982).
parameter bool down = false; // in each column
input float mask;
output float starts;

void main() {
    bool own = fetch(mask, here_x(), here_y()) != 0.0;
    bool begun = down ? here_y() > 0 : here_x() > 0;
    index x = down ? here_x() : max(here_x() - 1, 0);
    index y = down ? max(here_y() - 1, 0) : here_y();
    starts = own && !(begun && fetch(mask, x, y) != 0.0) ? float(here()) : -1.0;
}

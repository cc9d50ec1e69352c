// spmv_faults: the own position of each number of compressed sparse rows that cannot be right, and else the number of all: offsets ascend from 0 to
// the number of entries, and columns are below their number. Bolz et al. 2003, whose fetches these numbers address, trust them.
parameter bool rows = false; // offsets of rows, and not columns of entries
input float numbers;
constant float limit;        // the number of entries, or of columns
output float faults;

void main() {
    index i = here();
    float own = fetch(numbers, i);
    float least = rows && i > 0 ? fetch(numbers, max(i - 1, 0)) : 0.0;
    bool ends = !rows || ((i > 0 || own == 0.0) && (i + 1 < count(numbers) || own == limit));
    bool good = own >= least && (rows ? own <= limit : own < limit) && floor(own) == own && ends;
    faults = float(good ? count(numbers) : i);
}

// spmv_parts: sums pieces of the rows of a sparse matrix in compressed sparse rows, a fragment each (Bell and Garland 2009): products of the
// entries and the elements of a vector, or of longer rows, the sums of their pieces.
parameter index known_steps = -1; // how many entries at most, if that has to be known before the kernel runs
constant index steps;             // else
parameter bool first = true;      // entries, and not sums of pieces
input float starts;               // the first entry of each piece, and the number of entries
input float indices;
input float values;               // or sums of pieces
input float x;
output float sums;

void main() {
    index start = index(fetch(starts, here()));
    index entries = index(fetch(starts, here() + 1)) - start;
    float sum = 0.0;
    for (index k = 0; k < (known_steps >= 0 ? known_steps : min(entries, steps)); k++) {
        float value = fetch(values, start + k);
        value = first ? value * fetch(x, index(fetch(indices, start + k))) : value;
        sum += k < entries ? value : 0.0;
    }
    sums = sum;
}

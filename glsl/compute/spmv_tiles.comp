// spmv_tiles: each group takes equally many rows and entries together of a sparse matrix: where its rows and entries start, a
// search along the path finds that merges the ends of rows with the numbers of entries. What it has of a row that ends in a
// later group is left to spmv_carries (Merrill and Garland 2016).
input uint offsets; // of the first entry of each row
input uint indices; // the column of each entry
input float values;
input float x;
constant index rows;
constant index entries;
output float sums;
output uvec2 carries; // of each group: the row, or `rows` behind the last, and the bits of the sum
#include "each"

shared int bounds[2];
shared int ends[threads * EACH + 1]; // of the rows of the tile
shared float products[threads * EACH + 1];
shared float part[threads]; // of a row that began before
shared int ended[threads];  // whether a row ended since

// How many of the first `taken` steps of the path end a row.
int rows_before(int taken) {
    int low = max(0, taken - entries);
    int high = min(taken, rows);
    for (int k = 0; k < 32; k++) {
        if (low < high) {
            int middle = (low + high) / 2;
            bool right = int(offsets[middle + 1]) <= taken - 1 - middle;
            low = right ? middle + 1 : low;
            high = right ? high : middle;
        }
    }
    return low;
}

void main() {
    int size = threads * EACH;
    int all = rows + entries;
    int start = min(group() * size, all);
    int end = min(start + size, all);
    for (int k = thread(); k < 2; k += threads) {
        bounds[k] = rows_before(k == 0 ? start : end);
    }
    sync();
    int first_row = bounds[0];
    int first_entry = start - first_row;
    int own_rows = bounds[1] - first_row;
    int own_entries = end - start - own_rows;
    for (int k = thread(); k < own_rows; k += threads) {
        ends[k] = int(offsets[first_row + k + 1]) - first_entry;
    }
    for (int k = thread(); k < own_entries; k += threads) {
        products[k] = values[first_entry + k] * x[indices[first_entry + k]];
    }
    sync();
    int taken = min(thread() * EACH, own_rows + own_entries);
    int low = max(0, taken - own_entries);
    int high = min(taken, own_rows);
    for (int k = 0; k < 16; k++) {
        if (low < high) {
            int middle = (low + high) / 2;
            bool right = ends[middle] <= taken - 1 - middle;
            low = right ? middle + 1 : low;
            high = right ? high : middle;
        }
    }
    int row = low;
    int entry = taken - low;
    int steps = min(EACH, own_rows + own_entries - taken);
    float sum = 0.0;
    float head = 0.0; // of the first row that ends here
    int head_row = -1;
    for (int k = 0; k < steps; k++) {
        if (row < own_rows && ends[row] <= entry) {
            if (head_row < 0) {
                head_row = row;
                head = sum;
            } else {
                sums[first_row + row] = sum;
            }
            sum = 0.0;
            row++;
        } else {
            sum += products[entry];
            entry++;
        }
    }
    // What invocations leave to the next ones: a segmented scan.
    part[thread()] = sum;
    ended[thread()] = head_row < 0 ? 0 : 1;
    sync();
    for (int apart = 1; apart < threads; apart *= 2) {
        float own = part[thread()];
        int stopped = ended[thread()];
        if (thread() >= apart && stopped == 0) {
            own += part[thread() - apart];
            stopped = ended[thread() - apart];
        }
        sync();
        part[thread()] = own;
        ended[thread()] = stopped;
        sync();
    }
    if (head_row >= 0) {
        sums[first_row + head_row] = head + (thread() > 0 ? part[thread() - 1] : 0.0);
    }
    if (thread() == threads - 1 && start < all) {
        carries[group()] = uvec2(bounds[1], floatBitsToUint(part[thread()]));
    }
}

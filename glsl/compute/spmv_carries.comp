// spmv_carries: adds what groups have left of rows that end in a later group. Each invocation adds up what a block of groups
// has left of the same row, and leaves the first and the last such sum of its block, whose rows other blocks may have too, to
// the next dispatch. The last dispatch has one block (Merrill and Garland 2016).
input uvec2 carries;  // a row, or `rows`, and the bits of a sum
constant index count;
constant index rows;
constant index block; // carries of an invocation
constant bool last;
output uvec2 left;    // two of each block
inout float sums;

void add(int row, float sum) {
    if (row < rows) {
        sums[row] += sum;
    }
}

void main() {
    int first = here() * block;
    if (first < count) {
        int row = int(carries[first].x);
        float sum = 0.0;
        int head_row = row;
        float head = 0.0;
        bool in_head = true;
        for (int k = first; k < min(first + block, count); k++) {
            uvec2 carry = carries[k];
            if (int(carry.x) != row) {
                if (in_head && !last) {
                    head = sum;
                } else {
                    add(row, sum);
                }
                in_head = false;
                row = int(carry.x);
                sum = 0.0;
            }
            sum += uintBitsToFloat(carry.y);
        }
        if (last) {
            add(row, sum);
        } else {
            left[2 * here()] = uvec2(head_row, floatBitsToUint(head));
            left[2 * here() + 1] = uvec2(row, floatBitsToUint(sum));
        }
    }
}

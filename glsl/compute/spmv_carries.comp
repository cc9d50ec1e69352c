// spmv_carries: adds what groups have left of rows that end in a later group: the first of several groups that leave something
// of the same row adds up what they left (Merrill and Garland 2016).
input float carries;
input uint carry_rows;
constant index count;
constant index rows;
inout float sums;

void main() {
    int i = here();
    if (i < count) {
        int row = int(carry_rows[i]);
        if (row < rows && (i == 0 || int(carry_rows[i - 1]) != row)) {
            float sum = 0.0;
            for (int k = i; k < count && int(carry_rows[k]) == row; k++) {
                sum += carries[k];
            }
            sums[row] += sum;
        }
    }
}

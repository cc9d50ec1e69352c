// matmul_runs: each invocation computes four rows and four columns of a product of matrices in registers, without shared
// memory: it reads eight numbers for 16 multiply-adds. After Volkov and Demmel 2008.
input float a;
input float b;
constant index rows;
constant index depth;
constant index from;   // of the columns of a and rows of b that this dispatch adds
constant index to;
constant index columns;
constant index across; // blocks beside each other
constant index count;  // blocks
inout float product;

void main() {
    if (here() < count) {
        int y0 = 4 * (here() / across);
        int x0 = 4 * (here() - here() / across * across);
        float sum[16];
        for (int i = 0; i < 16; i++) {
            sum[i] = 0.0;
        }
        for (int k = from; k < to; k++) {
            float right[4];
            for (int j = 0; j < 4; j++) {
                right[j] = b[k * columns + min(x0 + j, columns - 1)];
            }
            for (int i = 0; i < 4; i++) {
                float left = a[min(y0 + i, rows - 1) * depth + k];
                for (int j = 0; j < 4; j++) {
                    sum[4 * i + j] += left * right[j];
                }
            }
        }
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                if (y0 + i < rows && x0 + j < columns) {
                    int at = (y0 + i) * columns + x0 + j;
                    float before = 0.0;
                    if (from > 0) {
                        before = product[at];
                    }
                    product[at] = before + sum[4 * i + j];
                }
            }
        }
    }
}

// matmul_tiles: a group computes a square of 64 x 64 elements of a product of matrices: it loads 16 columns of a and 16 rows
// of b into shared memory at a time, and each of its 256 invocations sums up 16 elements in registers (Volkov and Demmel
// 2008).
input float a;
input float b;
constant index rows;
constant index depth;
constant index from;   // of the columns of a and rows of b that this dispatch adds
constant index to;
constant index columns;
constant index across; // squares beside each other
inout float product;

shared float left[16 * 65];
shared float right[16 * 64];

void main() {
    int y0 = 64 * (group() / across);
    int x0 = 64 * (group() - group() / across * across);
    int own_y = thread() / 16;
    int own_x = thread() - 16 * own_y;
    float sum[16];
    for (int i = 0; i < 16; i++) {
        sum[i] = 0.0;
    }
    for (int k0 = from; k0 < to; k0 += 16) {
        for (int i = thread(); i < 1024; i += 256) {
            int y = i / 16;
            int k = i - 16 * y;
            float of_a = 0.0;
            if (y0 + y < rows && k0 + k < to) {
                of_a = a[(y0 + y) * depth + k0 + k];
            }
            left[65 * k + y] = of_a;
            k = i / 64;
            int x = i - 64 * k;
            float of_b = 0.0;
            if (x0 + x < columns && k0 + k < to) {
                of_b = b[(k0 + k) * columns + x0 + x];
            }
            right[i] = of_b;
        }
        sync();
        for (int k = 0; k < 16; k++) {
            float column[4];
            for (int j = 0; j < 4; j++) {
                column[j] = right[64 * k + own_x + 16 * j];
            }
            for (int i = 0; i < 4; i++) {
                float row = left[65 * k + own_y + 16 * i];
                for (int j = 0; j < 4; j++) {
                    sum[4 * i + j] += row * column[j];
                }
            }
        }
        sync();
    }
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            int y = y0 + own_y + 16 * i;
            int x = x0 + own_x + 16 * j;
            if (y < rows && x < columns) {
                float before = 0.0;
                if (from > 0) {
                    before = product[y * columns + x];
                }
                product[y * columns + x] = before + sum[4 * i + j];
            }
        }
    }
}

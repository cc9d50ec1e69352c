// matmul_blocks: a product of matrices by blocks (after Larsen and McAllister 2001, Hall et al. 2003): a fragment makes four columns of
// as many rows as there are render targets, one in each plane; four columns of a and four rows of b are multiplied at a time. Brook (Buck
// et al., Table 1) multiplies streams of 4 x 4 matrices: Mat4Mult.
parameter index targets = 2;
parameter index known_steps = -1; // how many steps, if that has to be known before the kernel runs
constant index steps;             // else
input vec4 a;
input vec4 b;
constant index rows; // of a plane
constant index last; // the last row of a
output vec4 plane[targets];

void main() {
    index x = here_x();
    index y = here_y();
    vec4 sum[targets];
    for (index t = 0; t < targets; t++) {
        sum[t] = vec4(0.0);
    }
    for (index k = 0; k < (known_steps >= 0 ? known_steps : steps); k++) {
        vec4 b0 = fetch(b, x, 4 * k);
        vec4 b1 = fetch(b, x, 4 * k + 1);
        vec4 b2 = fetch(b, x, 4 * k + 2);
        vec4 b3 = fetch(b, x, 4 * k + 3);
        for (index t = 0; t < targets; t++) {
            // Rows past the last one of a are not joined.
            vec4 row = fetch(a, k, min(y + t * rows, last));
            sum[t] += row.x * b0 + row.y * b1 + row.z * b2 + row.w * b3;
        }
    }
    for (index t = 0; t < targets; t++) {
        plane[t] = sum[t];
    }
}

// matmul_inner: each element of a product of matrices is the inner product of a row of a and a column of b, in one pass: as Moravánszky
// 2003 and Fatahalian, Sugerman and Hanrahan 2004 measured it, with single numbers.
parameter index known_steps = -1; // how many terms, if that has to be known before the kernel runs
constant index steps;             // else
input float a;
input float b;
output float product;

void main() {
    float sum = 0.0;
    for (index k = 0; k < (known_steps >= 0 ? known_steps : steps); k++) {
        sum += fetch(a, k, here_y()) * fetch(b, here_x(), k);
    }
    product = sum;
}

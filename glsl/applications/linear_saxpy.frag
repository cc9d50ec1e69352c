// linear_saxpy: alpha x + y (BLAS), four numbers at a time.
// Buck et al., Brook for GPUs, section 5.1.
input vec4 x;
input vec4 y;
constant float alpha;
output vec4 result;

void main() {
    result = alpha * fetch(x, here_x(), here_y()) + fetch(y, here_x(), here_y());
}

// linear_sgemv_sum: the parts of each row added up, alpha times that, plus beta y (BLAS, level 2).
// Buck et al., Brook for GPUs, section 5.1, has it by map and reduction.
input vec4 sums;
input vec4 y;
constant float alpha;
constant float beta;
parameter index known_steps = -1; // how many parts, if that has to be known before the kernel runs
constant index steps;             // else
output vec4 result;

void main() {
    index row = here_y() * width(result) + here_x();
    vec4 total = vec4(0.0);
    for (index k = 0; k < (known_steps >= 0 ? known_steps : steps); k++) {
        total += fetch(sums, k, row);
    }
    result = alpha * total + beta * fetch(y, here_x(), here_y());
}

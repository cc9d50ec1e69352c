// mandelbrot_counts: the number of iterations after which each point escaped, or that it was given.
// Harris and Buck, GPU Gems 2, ch. 34, has iterations that end at different times as its example.
input vec4 state;
output float iterations;

void main() {
    iterations = fetch(state, here()).z;
}

// mandelbrot_cull: the depth that lets the next passes skip a point: near, if it has escaped.
// Harris and Buck, GPU Gems 2, ch. 34, section 34.2.3.
input vec4 state;
output depth near;

void main() {
    near = fetch(state, here()).w == 0.0 ? 1.0 : 0.0;
}

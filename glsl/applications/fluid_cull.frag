// fluid_cull: the depth that lets all later passes skip a cell: near, if it keeps what it has, as obstacles do.
// Harris and Buck, GPU Gems 2, ch. 34, section 34.2.3.
input float kept;
output depth near;

void main() {
    near = 1.0 - fetch(kept, here());
}

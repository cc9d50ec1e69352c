// subdivide_fans: the fans of the next level: for each slot its centre, its neighbour, those beside it, and those one farther on
// the side before and two farther on the other. Beside GPU Gems 2 ch. 36, section 36.2, which has six neighbours only.
input vec4 moved;   // centres
input vec4 ring;    // neighbours
input float source; // of each place which of them it is
constant index rows;
output vec4 fans;

void main() {
    index from = index(fetch(source, here_x(), here_y()));
    vec4 centre = clamped(moved, from);
    vec4 neighbour = clamped(ring, from);
    fans = here_y() < rows ? centre : neighbour;
}

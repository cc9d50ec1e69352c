// raytrace_place: rows of a picture, to their places in the whole.
// Rays are propagated (GPU Gems 2, ch. 36, section 36.3) some rows at a time, as memory allows.
input vec3 rows;
constant index first; // pixel of the whole
output vec3 picture;

void main() {
    picture = fetch(rows, here() - first);
}

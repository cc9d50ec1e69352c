// raytrace_place: rows of a picture, to their places in the whole.
input vec3 rows;
constant index first; // pixel of the whole
output vec3 picture;

void main() {
    picture = fetch(rows, here() - first);
}

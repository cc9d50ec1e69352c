// linear_join: the planes of a product, one below the other.
input vec4 plane;
constant index start;
output vec4 joined;

void main() {
    joined = fetch(plane, here_x(), here_y() - start);
}

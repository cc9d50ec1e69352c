// magnify: a picture with each texel as a square of pixels; large squares are set apart.
input vec3 small;
constant vec3 place; // left, top, pixels a texel
constant vec3 paper;
output vec3 canvas;

void main() {
    index side = index(place.z);
    index x = here_x() - index(place.x);
    index y = here_y() - index(place.y);
    index column = quotient(x, side);
    index row = quotient(y, side);
    bool gap = side >= 8 && max(x - column * side, y - row * side) == side - 1;
    canvas = gap ? paper : fetch(small, column, row);
}

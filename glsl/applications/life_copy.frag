// life_copy: the texel of a picture at a shifted place. The picture repeats beyond its edges, so that one of a single texel is a colour. Texture
// mapping does this with shifted coordinates and GL_REPEAT, as in Green's glLife (2000); a program of the time had no fragment program at all.
input float picture;
constant index right; // how far, from 0 on
constant index up;
output float drawn;

void main() {
    index x = here_x() + right;
    index y = here_y() + up;
    drawn = fetch(picture, x - quotient(x, width(picture)) * width(picture), y - quotient(y, height(picture)) * height(picture));
}

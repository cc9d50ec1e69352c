// letters: a line of text. A stream of numbers says which letters; `font` holds their rows, 8 of 5 texels each.
input float text, font;
constant vec3 place; // left, top, pixels a texel of a letter
constant vec3 paper, ink;
output vec3 canvas;

void main() {
    index x = quotient(here_x() - index(place.x), index(place.z));
    index y = quotient(here_y() - index(place.y), index(place.z));
    index number = quotient(x, 6);
    index column = x - 6 * number;
    float letter = fetch(text, number); // below 0 for a space
    canvas = paper;
    if (letter >= 0.0 && column < 5) {
        canvas = mix(paper, ink, fetch(font, column, 8 * index(letter) + y));
    }
}

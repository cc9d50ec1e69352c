// life_step: whether a cell lives in the next generation of Conway's game of life, in one pass: for comparison with the passes by blending
// after Green's glLife (2000). The field repeats beyond its edges.
input float cells;
output float next;

void main() {
    index x = here_x();
    index y = here_y();
    index left = x == 0 ? width(cells) - 1 : x - 1;
    index right = x == width(cells) - 1 ? 0 : x + 1;
    index below = y == 0 ? height(cells) - 1 : y - 1;
    index above = y == height(cells) - 1 ? 0 : y + 1;
    float neighbours = fetch(cells, left, below) + fetch(cells, x, below) + fetch(cells, right, below);
    neighbours += fetch(cells, left, y) + fetch(cells, right, y);
    neighbours += fetch(cells, left, above) + fetch(cells, x, above) + fetch(cells, right, above);
    float twice = 2.0 * neighbours + fetch(cells, x, y);
    next = twice > 4.5 && twice < 7.5 ? 1.0 : 0.0;
}

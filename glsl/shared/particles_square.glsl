// particles_square: squares of texels, one for each cell, side by side in rows. The particles of a cell are in its square, row by row (after
// Purcell et al. 2003).
constant index side;    // texels along a side of a square
constant index columns; // squares in a row

vec2 first_texel(float cell) {
    index row = quotient(index(cell), columns);
    return vec2(float(side * (index(cell) - row * columns)), float(side * row));
}

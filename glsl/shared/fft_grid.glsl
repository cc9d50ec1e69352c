// fft_grid: where the elements of lines lie in a grid. Each line is folded into rows of `fold` elements, and `beside` lines lie side by side.
constant index fold;   // elements of a line in a row of the grid
constant index folds;  // rows of a line
constant index beside; // lines that lie side by side

index grid_x(index line, index place) {
    return (line - quotient(line, beside) * beside) * fold + place - quotient(place, fold) * fold;
}

index grid_y(index line, index place) { return quotient(line, beside) * folds + quotient(place, fold); }

// The line at a place of the grid, and the place in that line.
index grid_line(index x, index y) { return quotient(y, folds) * beside + quotient(x, fold); }

index grid_place(index x, index y) {
    return (y - quotient(y, folds) * folds) * fold + x - quotient(x, fold) * fold;
}

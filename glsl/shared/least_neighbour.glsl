// least_neighbour: the least label among an element that is not background (-1) and its neighbours.
parameter bool diagonal = false; // of eight neighbours; else of four
input float labels;
constant index columns;
constant index rows;

float lesser(float least, index x, index y) {
    if (x >= 0 && x < columns && y >= 0 && y < rows) {
        float label = fetch(labels, x, y);
        return label >= 0.0 && label < least ? label : least;
    }
    return least;
}

float least_neighbour(float own, index x, index y) {
    float least = lesser(lesser(own, x - 1, y), x + 1, y);
    least = lesser(lesser(least, x, y - 1), x, y + 1);
    if (diagonal) {
        least = lesser(lesser(least, x - 1, y - 1), x + 1, y - 1);
        least = lesser(lesser(least, x - 1, y + 1), x + 1, y + 1);
    }
    return least;
}

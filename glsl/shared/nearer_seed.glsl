// nearer_seed: keeps the nearer of two seeds, of equally near ones the first. A seed is the index of its element in C order, or -1 if there
// is none. Include it after the declaration of `columns`.
constant float per_column; // one over the number of columns

// Returns the square of the distance between a seed and the element in column x of row y.
float squared_distance(float seed, float x, float y) {
    // The product may round to the row before or after: the column shows it.
    float row = floor((seed + 0.5) * per_column);
    float column = seed - row * float(columns);
    float off = column < 0.0 ? -1.0 : column >= float(columns) ? 1.0 : 0.0;
    float dx = column - off * float(columns) - x;
    float dy = row + off - y;
    return dx * dx + dy * dy;
}

void keep_nearer(float seed, float x, float y, inout float best, inout float least) {
    if (seed >= 0.0) {
        float squared = squared_distance(seed, x, y);
        if (best < 0.0 || squared < least || (squared == least && seed < best)) {
            best = seed;
            least = squared;
        }
    }
}

// nearer_seed: seeds of a distance transform, of which the nearer is kept, and of equally near ones the first. A seed is the index of its
// element in C order, or -1 if there is none. Include it after the declaration of `columns`.
constant float per_column; // one over the number of columns

// Returns the column and the row of a seed.
vec2 place_of(float seed) {
    // The product may round to the row before or after: the column shows it.
    float row = floor((seed + 0.5) * per_column);
    float column = seed - row * float(columns);
    float off = column < 0.0 ? -1.0 : column >= float(columns) ? 1.0 : 0.0;
    return vec2(column - off * float(columns), row + off);
}

// Returns the square of the distance between two places.
float squared_distance(vec2 a, vec2 b) {
    vec2 apart = a - b;
    return dot(apart, apart);
}

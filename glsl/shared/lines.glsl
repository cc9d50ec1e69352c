// lines: the lines of a stream along an axis. An element's index is (outer * extent + place) * inner + its index among `inner` lines that
// lie beside each other.
constant index extent; // elements of a line
constant index inner;  // distance between two neighbours of a line, in elements

// Returns the place of element i in its line.
index place_of(index i) {
    index row = quotient(i, inner);
    return row - quotient(row, extent) * extent;
}

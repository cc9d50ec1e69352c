// segment_starts: where the segments start. An element of a level stands for `span` elements of the stream; a segment starts at an element
// of a level if its first element, of those that the last one of these is in, is one of these.
input float starts;    // for each element of the stream, the position of the first element of its segment
constant index span;
constant index last;   // the position of the last element of the stream

// Returns the position, in the level, of the element in which the segment of element i starts.
index start_of(index i) {
    return quotient(index(fetch(starts, min(i * span + span - 1, last))), span);
}

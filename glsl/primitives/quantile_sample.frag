// quantile_sample: takes one element of each of as many parts of a stream of about equal size, at a place in the part that a
// multiplicative hash (after Knuth, The Art of Computer Programming, vol. 3) chooses. The sample of a selection by rank, after Floyd
// and Rivest 1975.
input float values;
constant index part;    // the size of a part, rounded down
constant index rest;    // what the sizes of all parts are short of
constant index samples; // number of parts
output float sampled;

void main() {
    index i = here();
    uint hash = uint(i) * 2654435769u;
    index place = index(float(hash >> 8u) * (1.0 / 16777216.0) * float(part));
    sampled = fetch(values, i * part + quotient(i * rest, samples) + min(place, part - 1));
}

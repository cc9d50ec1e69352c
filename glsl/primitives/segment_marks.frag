// segment_marks: the own position for each element that starts a segment, and 0 for the others: their running maximum is where the segment
// of each element starts.
input float heads;
output float marks;

void main() {
    marks = fetch(heads, here()) != 0.0 ? float(here()) : 0.0;
}

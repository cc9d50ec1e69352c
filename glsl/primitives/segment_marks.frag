// segment_marks: the own position for each element that starts a segment, and 0 for the others (Sengupta et al. 2007). The running
// maximum of these is where the segment of each element starts.
input float heads;
output float marks;

void main() {
    marks = fetch(heads, here()) != 0.0 ? float(here()) : 0.0;
}

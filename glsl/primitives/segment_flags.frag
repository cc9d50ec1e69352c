// segment_flags: 1 for each block of 8 elements in which a segment starts, and 0 for the others: a level of the flags of a segmented scan
// (Sengupta et al. 2007).
input float heads;
output float flags;

void main() {
    index first = 8 * here();
    float flag = 0.0;
    for (index k = 0; k < 8; k++) {
        flag = fetch(heads, min(first + k, count(heads) - 1)) != 0.0 ? 1.0 : flag;
    }
    flags = flag;
}

// brook_domain: a domain of a stream as a stream of its own, for what reads streams element after element: reductions, and
// elements that are discarded. Domains are of Brook's language. Axes are numbered from the fastest, x.
input element whole;
constant index base;    // where the domain starts
constant index size_x;  // extents of the domain
constant index size_y;
constant index size_z;
constant index pitch_y; // elements of the whole from one to the next along y, z, w
constant index pitch_z;
constant index pitch_w;
output element part;

void main() {
    index row = quotient(here(), size_x);
    index plane = quotient(row, size_y);
    index block = quotient(plane, size_z);
    index x = here() - row * size_x;
    index y = row - plane * size_y;
    index z = plane - block * size_z;
    part = fetch(whole, base + x + y * pitch_y + z * pitch_z + block * pitch_w);
}

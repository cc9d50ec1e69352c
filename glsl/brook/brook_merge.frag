// brook_merge: a stream with a domain of it replaced: a kernel's result, which was drawn as a stream of its own, gets to its
// place. Domains are of Brook's language. Axes are numbered from the fastest, x.
input element whole;
input element part;
constant index extent_x; // extents of the whole
constant index extent_y;
constant index extent_z;
constant index low_x;    // where the domain starts
constant index low_y;
constant index low_z;
constant index low_w;
constant index size_x;   // extents of the domain
constant index size_y;
constant index size_z;
constant index size_w;
output element merged;

bool inside(index at, index size) {
    return at >= 0 && at < size;
}

void main() {
    index row = quotient(here(), extent_x);
    index plane = quotient(row, extent_y);
    index block = quotient(plane, extent_z);
    index x = here() - row * extent_x - low_x;
    index y = row - plane * extent_y - low_y;
    index z = plane - block * extent_z - low_z;
    index w = block - low_w;
    if (inside(x, size_x) && inside(y, size_y) && inside(z, size_z) && inside(w, size_w)) {
        merged = fetch(part, ((w * size_z + z) * size_y + y) * size_x + x);
    } else {
        merged = fetch(whole, here());
    }
}

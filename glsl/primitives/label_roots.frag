// label_roots: 1 for the first element of each connected component, whose label is its own index; else 0. In the trees of Shiloach and
// Vishkin 1982 it is a root.
input float labels;
output float roots;

void main() {
    roots = fetch(labels, here()) == float(here()) ? 1.0 : 0.0;
}

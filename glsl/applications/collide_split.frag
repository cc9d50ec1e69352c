// collide_split: of each pair that was kept, what the next level makes two pairs of: the box that stays, and the first child of the
// one that is split: the larger, or the one that is no leaf. The list of GPU Gems 2 ch. 36, section 36.2, is twice as long: here its
// two pairs are one record until they are tested.
input float kept;   // positions
input vec2 parents; // the box that stayed, and the first of two neighbours
input vec2 nodes;   // of each box: the left child, or of a leaf less than 0; and the longest side
output vec2 split;

void main() {
    index position = index(fetch(kept, here()));
    index place = quotient(position, 2);
    vec2 parent = fetch(parents, place);
    float child = parent.y + float(position - 2 * place);
    vec2 a = fetch(nodes, index(parent.x));
    vec2 b = fetch(nodes, index(child));
    // Of two alike that of the second mesh, which comes later.
    bool larger_a = a.y == b.y ? parent.x > child : a.y > b.y;
    bool split_a = b.x < 0.0 || (a.x >= 0.0 && larger_a);
    split = split_a ? vec2(child, a.x) : vec2(parent.x, b.x);
}

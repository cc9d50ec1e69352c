// collide_split: of each pair that was kept, what the next level makes two pairs of: the box that stays, and the first child of the
// one that is split: the larger, or the one that is no leaf. The list of GPU Gems 2 ch. 36, section 36.2, is twice as long: here its
// two pairs are one record until they are tested.
input float kept;   // positions
input vec2 parents; // the box that stayed, and the first of two neighbours
input vec4 boxes;   // three texels each; in the second half of the sides, the longest first, and the left child, or of a leaf less than 0
output vec2 split;

void main() {
    index position = index(fetch(kept, here()));
    index place = quotient(position, 2);
    vec2 parent = fetch(parents, place);
    float child = parent.y + float(position - 2 * place);
    vec4 a = fetch(boxes, 3 * index(parent.x) + 1);
    vec4 b = fetch(boxes, 3 * index(child) + 1);
    bool split_a = b.w < 0.0 || (a.w >= 0.0 && (a.x == b.x ? parent.x > child : a.x > b.x));
    split = split_a ? vec2(child, a.w) : vec2(parent.x, b.w);
}

// merge_gather: takes each element of a merged list from where it comes from: its position in the first list, or -1 minus that in the
// second. After the gather of Horn's filter (GPU Gems 2, ch. 36, section 36.1).
input element a;
input element b;
input float origins;
output element gathered;

void main() {
    float origin = fetch(origins, here());
    index i = index(max(origin, 0.0));
    index j = index(max(-1.0 - origin, 0.0));
    gathered = origin >= 0.0 ? fetch(a, min(i, count(a) - 1)) : fetch(b, min(j, count(b) - 1));
}

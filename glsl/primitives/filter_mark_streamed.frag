// filter_mark_streamed: replaces the records that the predicate drops with null records. It reads infinity from a stream of one element,
// for hardware that can store infinity but not compute it (GPU Gems 2 ch. 36, section 36.1).
input element values;
input float infinity;
output element marked;
parameter bool keep(element x);

void main() {
    element record = fetch(values, here());
    element null = element(fetch(infinity, 0));
    marked = keep(record) ? record : null;
}

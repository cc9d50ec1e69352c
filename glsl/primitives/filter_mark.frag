// filter_mark: records that the predicate does not keep become null. Infinity is made here: one over zero. GPU Gems 2 ch. 36,
// section 36.1; filter_mark_streamed is for hardware that cannot make it.
input element values;
constant float zero;
output element marked;
parameter bool keep(element x);

void main() {
    element record = fetch(values, here());
    element null = element(1.0 / zero);
    marked = keep(record) ? record : null;
}

// filter_mark: replaces the records that the predicate drops with null records. It computes infinity as one over zero. GPU Gems 2 ch. 36,
// section 36.1. filter_mark_streamed is for hardware that cannot compute infinity.
input element values;
constant float zero;
output element marked;
parameter bool keep(element x);

void main() {
    element record = fetch(values, here());
    element null = element(1.0 / zero);
    marked = keep(record) ? record : null;
}

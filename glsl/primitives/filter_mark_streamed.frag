// filter_mark_streamed: records that the predicate does not keep become null. Infinity comes in as a stream of one element:
// GPU Gems 2 ch. 36, section 36.1, where some hardware could store it and not compute it.
input element values;
input float infinity;
output element marked;
parameter bool keep(element x);

void main() {
    element record = fetch(values, here());
    element null = element(fetch(infinity, 0));
    marked = keep(record) ? record : null;
}

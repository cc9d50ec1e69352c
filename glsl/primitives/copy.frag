// copy: each element as it is. Plain to packed and back is this pass too, since the layouts are the access functions'
// business.
input element values;
output element copied;

void main() {
    copied = fetch(values, here());
}

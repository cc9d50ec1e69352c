// copy: each element as it is. Plain to packed and back is this pass too, since how a stream lies (Brook, section 4.1) is
// the access functions' business.
input element values;
output element copied;

void main() {
    copied = fetch(values, here());
}

// copy: copies each element unchanged. This pass also converts plain streams to packed ones and back, because the access functions handle
// the layout of a stream (Brook, section 4.1).
input element values;
output element copied;

void main() {
    copied = fetch(values, here());
}

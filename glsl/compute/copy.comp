// copy: a buffer as another, for what then works in place and must leave its input as it was. (Harris 2007, figure 5, has
// its input and its output apart.)
input element values;
constant index count;
output element copied;

void main() {
    if (here() < count) {
        copied[here()] = values[here()];
    }
}

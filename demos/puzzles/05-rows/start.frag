input float image;
output float largest;

void main() {
    index x = here_x();
    index y = here_y();
    largest = fetch(image, x, y);
}

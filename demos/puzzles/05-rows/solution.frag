input float image;
output float largest;

void main() {
    index x = here_x();
    index y = here_y();
    float best = fetch(image, x, y);
    best = max(best, fetch(image, max(x - 1, 0), y));
    best = max(best, fetch(image, min(x + 1, width(image) - 1), y));
    best = max(best, fetch(image, x, max(y - 1, 0)));
    best = max(best, fetch(image, x, min(y + 1, height(image) - 1)));
    largest = best;
}

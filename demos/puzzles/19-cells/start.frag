input float cells;
output float numbers;

void main() {
    numbers = fetch(cells, here());
}

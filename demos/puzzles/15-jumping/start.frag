input float links;
output float roots;

void main() {
    roots = fetch(links, here());
}

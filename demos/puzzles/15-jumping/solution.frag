input float links;
output float roots;

void main() {
    roots = fetch(links, index(fetch(links, here())));
}

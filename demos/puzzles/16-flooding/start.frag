input float seeds;
constant index offset;
output float nearest;

void main() {
    nearest = fetch(seeds, here());
}

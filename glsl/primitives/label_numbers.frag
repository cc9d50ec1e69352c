// label_numbers: numbers the connected components from 1 on in the order of their first elements, of which `ranks` are the counts up to
// each element; the background gets 0. After the rounds of Shiloach and Vishkin 1982.
input float labels;
input float ranks;
output float numbers;

void main() {
    float own = fetch(labels, here());
    numbers = own < 0.0 ? 0.0 : fetch(ranks, index(max(own, 0.0)));
}

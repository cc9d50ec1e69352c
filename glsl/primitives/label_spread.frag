// label_spread: gives each element the least label of itself and its neighbours, and then that of the element which the label names.
// After Shiloach and Vishkin 1982, without what they write elsewhere.
#include "shared/least_neighbour.glsl"
output float spread;

void main() {
    float own = fetch(labels, here_x(), here_y());
    float least = own < 0.0 ? own : least_neighbour(own, here_x(), here_y());
    spread = own < 0.0 ? own : fetch(labels, index(max(least, 0.0)));
}

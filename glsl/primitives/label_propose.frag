// label_propose: the least label of the neighbours of an element where that is less than its own label, which is to take it over
// (hooking: Shiloach and Vishkin 1982); else -1. Of neighbours along a row that propose the same, only the first does.
#include "shared/least_neighbour.glsl"
output float proposals;

void main() {
    float own = fetch(labels, here_x(), here_y());
    float least = own < 0.0 ? own : least_neighbour(own, here_x(), here_y());
    bool less = own >= 0.0 && least < own;
    if (less && here_x() > 0) {
        float left = fetch(labels, here_x() - 1, here_y());
        less = left != own || least_neighbour(left, here_x() - 1, here_y()) != least;
    }
    proposals = less ? least : -1.0;
}

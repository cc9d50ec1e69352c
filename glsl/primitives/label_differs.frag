// label_differs: a near depth where a neighbour has a lesser label, and the farthest elsewhere, so that an occlusion query tells whether
// labels have to spread any further. Nothing is written. After
// Shiloach and Vishkin 1982.
#include "shared/least_neighbour.glsl"
output depth near;

void main() {
    float own = fetch(labels, here_x(), here_y());
    float least = own < 0.0 ? own : least_neighbour(own, here_x(), here_y());
    near = least < own ? 0.0 : 1.0;
}

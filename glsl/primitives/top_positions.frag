// top_positions: turns places among the candidates of a selection, in the order of their keys, into positions of elements. It is a gather
// by computed addresses (Brook for GPUs, section 3.2).
input float order;
output float position;
#include "shared/top_position.glsl"

void main() {
    position = float(position_of(index(fetch(order, here()))));
}

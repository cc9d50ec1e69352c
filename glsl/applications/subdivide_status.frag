// subdivide_status: what becomes of each child: complete, if its three edges are; and if not, how many of its edges lie beside
// a triangle that is: each gets a sliver when the child is split. GPU Gems 2 ch. 36, section 36.2.
input float complete; // the edges of the parent's children
input vec4 before;    // of the parent
input vec4 numbers;   // for each child which edge is what: its own 0 to 2; from corner c to across 3 + c, from the next 6 + c;
                      // to beside it 9 + c, to the other side 12 + c
constant index rows;  // of each edge
output vec4 status;   // complete edges as bits: 1 << its number up to 8; closed edges; corners that stay; whether it is complete

float bit_of(float bits, float which) {
    float rest = floor(bits / exp2(which));
    return rest - 2.0 * floor(0.5 * rest);
}
float flag(float number, index x, index row) { return fetch(complete, x, index(number) * rows + row); }
vec3 flags(vec3 numbers, index x, index row) {
    return vec3(flag(numbers.x, x, row), flag(numbers.y, x, row), flag(numbers.z, x, row));
}

void main() {
    index x = here_x();
    index child = quotient(here_y(), rows);
    index row = here_y() - child * rows;
    vec4 parent = clamped(before, x, row);
    vec3 own = flags(fetch(numbers, 0, child).xyz, x, row);
    vec3 first = flags(fetch(numbers, 1, child).xyz, x, row);
    vec3 second = flags(fetch(numbers, 2, child).xyz, x, row);
    vec3 beside = flags(fetch(numbers, 3, child).xyz, x, row);
    vec3 other = flags(fetch(numbers, 4, child).xyz, x, row);
    // The edges from the corner that it has of its parent are halves of the parent's.
    float corner = float(child);
    float last = corner < 0.5 ? 2.0 : corner - 1.0;
    vec3 closed = child < 3 ? vec3(bit_of(parent.y, corner), 0.0, bit_of(parent.y, last)) : vec3(0.0);
    vec3 stays = vec3(child < 3 ? bit_of(parent.z, corner) : 0.0, 0.0, 0.0);
    closed = max(closed, own * first * second);
    stays = max(max(stays, max(own, own.zxy)), max(max(first, second.zxy), max(beside, other)));
    float done = own.x * own.y * own.z;
    float bits = dot(own, vec3(1.0, 2.0, 4.0)) + dot(first, vec3(8.0, 16.0, 32.0)) + dot(second, vec3(64.0, 128.0, 256.0));
    status = vec4(bits, dot(closed, vec3(1.0, 2.0, 4.0)), dot(stays, vec3(1.0, 2.0, 4.0)), done);
}

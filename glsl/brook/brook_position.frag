// brook_position: the position in C order of the element that a kernel writes in a scatter output, or the number of elements where the
// output has no such element. Indices are rounded as those of gathers are, and indices of axes that the output does not have are not
// looked at. Scatter outputs of Brook+.
input vec4 indices;      // x first
constant float extent_x; // extents of the output, 1 for missing ones
constant float extent_y;
constant float extent_z;
constant float extent_w;
constant float axes;     // how many of them the output has
output float position;

void main() {
    vec4 at = floor(fetch(indices, here()) + vec4(0.5));
    at.y = axes < 2.0 ? 0.0 : at.y;
    at.z = axes < 3.0 ? 0.0 : at.z;
    at.w = axes < 4.0 ? 0.0 : at.w;
    bool low = at.x >= 0.0 && at.y >= 0.0 && at.z >= 0.0 && at.w >= 0.0;
    bool high = at.x < extent_x && at.y < extent_y && at.z < extent_z && at.w < extent_w;
    float inside = ((at.w * extent_z + at.z) * extent_y + at.y) * extent_x + at.x;
    position = low && high ? inside : extent_x * extent_y * extent_z * extent_w;
}

// collide_pose: the second mesh's vertices on the grid of the first: turned and moved, exactly, and rounded to the grid once. All
// numbers are whole and below 2^24 in every order of the sums, so that floats hold them whatever a compiler fuses.
// For the collision of GPU Gems 2 ch. 36, section 36.2, which leaves the pose to its kernels.
input vec3 vertices;      // in steps, below 2^20
constant vec3 high_x;     // rows of the rotation times 2^20, in halves of 11 bits
constant vec3 high_y;
constant vec3 high_z;
constant vec3 low_x;
constant vec3 low_y;
constant vec3 low_z;
constant vec3 offset;     // in steps
output vec3 posed;

#include "shared/collide_halves.glsl"

void main() {
    vec3 vertex = fetch(vertices, here());
    vec3 high = upper(vertex);
    vec3 low = vertex - 2048.0 * high;
    vec3 units = vec3(dot(low_x, low), dot(low_y, low), dot(low_z, low));
    vec3 middle = vec3(dot(low_x, high), dot(low_y, high), dot(low_z, high))
        + vec3(dot(high_x, low), dot(high_y, low), dot(high_z, low));
    vec3 upmost = vec3(dot(high_x, high), dot(high_y, high), dot(high_z, high));
    // units + 2^11 middle + 2^22 upmost, over 2^20
    vec3 carry = upper(units);
    units -= 2048.0 * carry;
    middle += carry;
    vec3 whole = floor(0.001953125 * middle + 0.5);
    vec3 rest = 2048.0 * (middle - 512.0 * whole) + units;
    posed = 4.0 * upmost + whole + floor(0.00000095367431640625 * rest + 0.5) + offset;
}

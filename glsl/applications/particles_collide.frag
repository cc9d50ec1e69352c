// particles_collide: every particle against those in the 27 cells around it (GPU Gems, ch. 37, section 37.3). Three cells in a row
// have neighbouring numbers, and their particles lie one after the other: nine stretches of particles are all.
input vec4 position; // in the order of cells
input vec4 velocity;
input vec4 pushed;   // the velocity, with what passes before this one added
input float starts;  // of each cell, its first particle; then how many there are
constant index skip; // the particles of each stretch that passes before this one looked at
constant index most; // how many this one looks at
#include "declared" // which stretch, where a pass looks at one
#include "shared/particles_cell.glsl"
#include "shared/particles_contact.glsl"
output vec4 result;

void stretch(inout vec4 sum, vec3 at, vec3 speed, vec3 cell) {
    bool exists = cell.y >= 0.0 && cell.y <= last_cell.y && cell.z >= 0.0 && cell.z <= last_cell.z;
    vec3 clipped = min(max(cell, vec3(0.0)), last_cell);
    index row = index(cell_number(vec3(0.0, clipped.yz)));
    index first = skip + index(fetch(starts, row + index(max(cell.x - 1.0, 0.0))));
    index end = index(fetch(starts, row + index(min(cell.x + 1.0, last_cell.x)) + 1));
    end = exists ? min(end, first + most) : 0;
#include "reach"
    for (index k = 0; k < reach; k++) {
        index other = first + k;
        index fetched = min(other, count(position) - 1);
        vec4 push = contact(at, speed, fetch(position, fetched).xyz, fetch(velocity, fetched).xyz, here() < other);
        sum += other < end && other != here() ? push : vec4(0.0);
    }
}

void main() {
    vec3 at = fetch(position, here()).xyz;
    vec3 speed = fetch(velocity, here()).xyz;
    vec3 cell = cell_of(at);
    vec4 sum = vec4(0.0);
#include "rows"
    result = fetch(pushed, here()) + sum;
}

// particles_collide_row: particles_collide where loops are unrolled: every particle against four of those in three cells in a row.
// GPU Gems, ch. 37, section 37.3.
input vec4 position; // in the order of cells
input vec4 velocity;
input vec4 pushed;   // the velocity, with what passes before this one added
input float starts;  // of each cell, its first particle; then how many there are
constant index skip; // of the particles in the row, those that passes before this one looked at
constant vec2 row;   // the row, along y and z from the particle's own
#include "shared/particles_cell.glsl"
#include "shared/particles_contact.glsl"
output vec4 result;

void main() {
    vec3 at = fetch(position, here()).xyz;
    vec3 speed = fetch(velocity, here()).xyz;
    vec3 cell = cell_of(at) + vec3(0.0, row);
    bool exists = cell.y >= 0.0 && cell.y <= last_cell.y && cell.z >= 0.0 && cell.z <= last_cell.z;
    float before = cell_number(vec3(0.0, clamp(cell.y, 0.0, last_cell.y), clamp(cell.z, 0.0, last_cell.z)));
    index k = skip + index(fetch(starts, index(before + max(cell.x - 1.0, 0.0))));
    index behind = index(fetch(starts, index(before + min(cell.x + 1.0, last_cell.x)) + 1));
    index end = exists ? behind : 0;
    // Each is among those of its own row, once.
    vec4 sum = vec4(0.0, 0.0, 0.0, here() >= k && here() < min(end, k + 4) ? -1.0 : 0.0);
    vec3 other_at[4];
    vec3 other_speed[4];
    index other[4];
    for (index n = 0; n < 4; n++) {
        // Where there are fewer than four, the last is fetched instead.
        other[n] = min(k + n, max(end - 1, 0));
    }
    for (index n = 0; n < 4; n++) {
        other_at[n] = fetch(position, other[n]).xyz;
    }
    for (index n = 0; n < 4; n++) {
        other_speed[n] = fetch(velocity, other[n]).xyz;
    }
    for (index n = 0; n < 4; n++) {
        vec4 push = contact(at, speed, other_at[n], other_speed[n], float(other[n] - here()));
        sum += k + n < end ? push : vec4(0.0);
    }
    result = fetch(pushed, here()) + sum;
}
